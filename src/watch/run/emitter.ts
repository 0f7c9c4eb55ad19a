/** Passes changes and events to listeners. */
import { didYouMean } from '../../contract/similar.ts';
import { invalidSetting } from '../../options/checks.ts';
import { notify } from '../../options/runtime.ts';
import { CHANGES } from '../changes.ts';
import type { Change } from '../types.ts';
import type { WatchEvent, WatchEventDetails, WatchListeners } from './watch-types.ts';

type Listener = (value: never) => void;

/** The function with which the parts of a watch report. Returns whether somebody receives it. */
export type Emit = <Type extends keyof WatchEventDetails>(type: Type, details: WatchEventDetails[Type]) => boolean;

const EVENTS: Readonly<Record<keyof WatchEventDetails, true>> = {
  looked: true,
  doubtful: true,
  failed: true,
  waiting: true,
  paused: true,
  resumed: true,
  delivered: true,
  undelivered: true,
  refused: true,
  error: true,
};

/** The types that have listeners. */
const TYPES: readonly string[] = ['change', ...Object.keys(CHANGES), ...Object.keys(EVENTS)];

/** Passes changes and events to listeners. */
export class Emitter {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #onEvent: ((event: WatchEvent) => void) | undefined;

  constructor(onEvent: ((event: WatchEvent) => void) | undefined) {
    this.#onEvent = onEvent;
  }

  /** Adds a listener. Returns a function that removes it. */
  on<Type extends keyof WatchListeners>(type: Type, listener: (value: WatchListeners[Type]) => void): () => void {
    if (typeof listener !== 'function')
      throw invalidSetting('listener', listener, 'is not valid: expected a function.');
    if (!TYPES.includes(type)) throw invalidSetting('type', type, `is not valid. ${didYouMean(String(type), TYPES)}`);
    const listeners = this.#listeners.get(type) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(type, listeners);
    return () => void listeners.delete(listener);
  }

  /** Whether somebody listens to changes. */
  get hasChangeListeners(): boolean {
    return [...this.#listeners].some(([type, { size }]) => size > 0 && !Object.hasOwn(EVENTS, type));
  }

  /** Whether somebody receives events of a type. */
  hasListeners(type: keyof WatchEventDetails): boolean {
    return this.#onEvent !== undefined || (this.#listeners.get(type)?.size ?? 0) > 0;
  }

  readonly emit: Emit = (type, details) => {
    if (!this.hasListeners(type)) return false;
    const event = { type, ...details } as WatchEvent;
    if (this.#onEvent !== undefined) notify('onEvent', this.#onEvent, event, ` for the event "${type}"`);
    this.#notify(type, event);
    return true;
  };

  /** Passes a change to its listeners. */
  change(change: Change): void {
    this.#notify('change', change);
    this.#notify(change.type, change);
  }

  #notify(type: string, value: unknown): void {
    for (const listener of this.#listeners.get(type) ?? []) notify(`on("${type}")`, listener, value as never);
  }
}
