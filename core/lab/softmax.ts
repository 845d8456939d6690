/** In place. Returns ln of the sum of exp(score). A row of -Infinity becomes zeros. */
export function softmax(row: Float32Array): number {
  let max = Number.NEGATIVE_INFINITY
  for (let i = 0; i < row.length; i++) if ((row[i] as number) > max) max = row[i] as number
  if (max === Number.NEGATIVE_INFINITY) {
    row.fill(0)
    return max
  }
  let sum = 0
  for (let i = 0; i < row.length; i++) {
    const weight = Math.exp((row[i] as number) - max)
    row[i] = weight
    sum += weight
  }
  for (let i = 0; i < row.length; i++) row[i] = (row[i] as number) / sum
  return max + Math.log(sum)
}

/** ln p, because p itself could underflow. */
export function logProbability(logits: Float32Array, token: number): number {
  let max = Number.NEGATIVE_INFINITY
  for (let i = 0; i < logits.length; i++) if ((logits[i] as number) > max) max = logits[i] as number
  let sum = 0
  for (let i = 0; i < logits.length; i++) sum += Math.exp((logits[i] as number) - max)
  return (logits[token] as number) - max - Math.log(sum)
}

export function indexOfLargest(values: Float32Array): number {
  let best = 0
  for (let i = 1; i < values.length; i++) if ((values[i] as number) > (values[best] as number)) best = i
  return best
}
