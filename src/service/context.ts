/** The objects that the routes of the service share. */
import type { Hono } from 'hono';
import type { CallRunner } from './call-runner.ts';
import type { PeerConnection } from './client-address.ts';
import type { Sessions } from './dashboard/session.ts';
import type { Guard } from './guard.ts';
import type { Metrics } from './metrics.ts';
import type { ServiceSettings } from './options.ts';
import type { RequestContext } from './request-context.ts';

/** The objects that all routes use. */
export interface ServiceContext {
  settings: ServiceSettings;
  calls: CallRunner;
  guard: Guard;
  metrics: Metrics;
  /** Sessions of the dashboard; `undefined` without a dashboard. */
  sessions: Sessions | undefined;
}

/** The types of Hono's bindings and variables. */
export interface ServiceEnv {
  Bindings: PeerConnection;
  Variables: { context: RequestContext };
}

/** The Hono application that the routes are added to. */
export type App = Hono<ServiceEnv>;
