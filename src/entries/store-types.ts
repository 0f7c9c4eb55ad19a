/** The types of a service's stores and of ledgers, for `buybox/service` and `buybox/redis`. */
export type { Gap } from '../contract/generated/gap.ts';
export type { CommitOptions, Ledger, LedgerOptions, Reservation, ReserveOptions } from '../ledger/ledger.ts';
export type { NewPack, Pack, PackOffer } from '../ledger/pack.ts';
export type {
  CallCounts,
  CountFilter,
  HourCounts,
  Outcome,
  RequestFilter,
  RequestPage,
  RequestRecord,
  RetryRecord,
} from '../service/request-record.ts';
export type {
  CommittedResponse,
  KeyChanges,
  KeyFilter,
  NewResponse,
  ServiceStore,
  StoredKey,
  StoredResponse,
  StoreOptions,
} from '../service/store.ts';
