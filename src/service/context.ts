/** The objects that the routes of the service share. */
import type { Hono, MiddlewareHandler } from 'hono';
import type { RunCall } from './calls.ts';
import type { Sessions } from './dashboard/session.ts';
import type { Facts } from './facts.ts';
import type { Failure, NOT_CLEAR } from './failure.ts';
import type { Metrics } from './metrics.ts';
import type { ServiceSettings } from './options.ts';
import type { PeerConnection } from './trusted-proxies.ts';

/** The objects that all routes use. */
export interface ServiceContext {
  settings: ServiceSettings;
  run: RunCall;
  metrics: Metrics;
  /** Sessions of the dashboard; `undefined` without a dashboard. */
  sessions: Sessions | undefined;
}

/** The types of Hono's bindings and variables. */
export interface ServiceEnv {
  Bindings: PeerConnection & { [NOT_CLEAR]?: Failure };
  Variables: { facts: Facts };
}

/** The Hono application that the routes are added to. */
export type App = Hono<ServiceEnv>;

/** A gate of all requests: a middleware that passes a request on, or throws the error that refuses it. */
export type RequestGate = MiddlewareHandler<ServiceEnv>;
