import { brands } from './brands.ts';
import { research } from './research.ts';
import { researchSites } from './research-sites.ts';
import { researchQuality } from './research-quality.ts';
import type { Bench } from './support/bench.ts';

/** What is measured of keyword research. */
export const RESEARCH_BENCHES: readonly Bench[] = [brands, research, researchQuality, researchSites];
