/*
 * STREAM's triad (https://www.cs.virginia.edu/stream/ref.html): a[i] = b[i] + q * c[i] on doubles. Each element counts as 24 bytes. The
 * result is the best repetition, excluding the first.
 *
 *   cc -O3 -fopenmp -march=native stream.c -o stream
 *   OMP_NUM_THREADS=2 ./stream ELEMENTS REPETITIONS        prints bytes per second
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  const size_t n = strtoull(argv[1], NULL, 10);
  const int repetitions = atoi(argv[2]);
  double *a = malloc(n * sizeof(double));
  double *b = malloc(n * sizeof(double));
  double *c = malloc(n * sizeof(double));
  if (!a || !b || !c || n == 0 || repetitions < 2) return 1;
  const double q = 3.0;
  double best = 0;

#pragma omp parallel for
  for (size_t i = 0; i < n; i++) {
    a[i] = 0.0;
    b[i] = 2.0;
    c[i] = 0.5;
  }
  for (int repetition = 0; repetition < repetitions; repetition++) {
    const double before = omp_get_wtime();
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) a[i] = b[i] + q * c[i];
    const double took = omp_get_wtime() - before;
    if (repetition > 0 && (best == 0 || took < best)) best = took;
  }
  for (size_t i = 0; i < n; i += 1009)
    if (a[i] != 3.5) return 1;
  printf("%.0f\n", 24.0 * n / best);
  return 0;
}
