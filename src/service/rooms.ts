/** What the routes of the service share. */
import type { Hono } from 'hono';
import type { Connection } from './address.ts';
import type { Calls } from './calls.ts';
import type { Exchange } from './exchange.ts';
import type { Guard } from './guard.ts';
import type { Metrics } from './metrics.ts';
import type { ServiceSettings } from './options.ts';

/** What the routes share. */
export interface Rooms {
  settings: ServiceSettings;
  calls: Calls;
  guard: Guard;
  metrics: Metrics;
}

/** What Hono carries along. */
export interface ServiceEnv {
  Bindings: Connection;
  Variables: { exchange: Exchange };
}

/** The application that the routes are added to. */
export type App = Hono<ServiceEnv>;
