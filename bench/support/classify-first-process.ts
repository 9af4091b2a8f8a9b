import { createFreeClassifier } from '#areas/classification/engine/free-classifier.ts';

/** Classifies one item of each kind in a process that has loaded nothing yet; prints the time and what stays in memory. */
const before = measureMb();
const start = performance.now();
const { classifyDomain, classifyUrl, classifyKeyword } = createFreeClassifier();
classifyDomain('harbour-pilots-of-leith.example.com');
classifyUrl('https://harbour-pilots-of-leith.com/crew/annual-dinner');
classifyKeyword('harbour pilots of leith');
const ms = performance.now() - start;
process.stdout.write(JSON.stringify({ ms, memoryMb: measureMb() - before }));

function measureMb(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}
