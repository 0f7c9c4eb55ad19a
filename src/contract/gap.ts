/** Gaps: what a page lacks, or has other than requested. */
export type { Gap } from './generated/gap.ts';
