import { describe } from 'vitest';
import { ledgers } from './ledgers.ts';
import { ledgerSuite } from './suite.ts';

describe.each(Object.entries(ledgers))('%s', (_, open) => ledgerSuite(open));
