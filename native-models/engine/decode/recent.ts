const kept = 8

/** The results for the last keys of each owner. They go with the owner. */
export class Recent<Value> {
  private readonly byOwner = new WeakMap<object, Map<string, Value>>()

  of(owner: object, key: string): Value | undefined {
    const results = this.byOwner.get(owner)
    const known = results?.get(key)
    return known === undefined ? undefined : this.keep(owner, key, known)
  }

  keep(owner: object, key: string, value: Value): Value {
    const results = this.byOwner.get(owner) ?? new Map<string, Value>()
    this.byOwner.set(owner, results)
    // A map keeps the order of insertion, so the first key is the least recently used one.
    results.delete(key)
    results.set(key, value)
    const [oldest] = results.keys()
    if (results.size > kept && oldest !== undefined) results.delete(oldest)
    return value
  }
}
