/** A marketplace that lives: prices, stock, the Buy Box and listings change on a virtual clock. */
import { didYouMean } from '../../contract/similar.ts';
import { invalidSetting, wholeNumber } from '../../options/checks.ts';
import { Timeline } from '../timeline.ts';
import { type VirtualClock, virtualClock } from '../virtual-clock.ts';
import { catalogueOf } from './catalogue.ts';
import {
  assertChange,
  BLOCK_CODES,
  changed,
  type LivingBlockCode,
  type LivingChange,
  type LivingDisturbance,
  type LivingEvent,
} from './changes.ts';
import { checkedLine, type LivingMarketplaceOptions } from './options.ts';
import { type Random, randomOf, untilNext, wholeBetween } from './random.ts';
import { CHANGES, DEFAULT_RATES, type LivingRates, type ProductRate } from './rates.ts';
import { type LivingProduct, type LivingTruth, truthOf } from './state.ts';

/** An event of a product. */
export interface LivingRecord {
  /** When [milliseconds since the epoch]. */
  at: number;
  /** The product. */
  asin: string;
  /** Kind of the change. */
  change: LivingChange['change'];
  /** State of the product before the change. */
  before: LivingTruth;
  /** State of the product after the change. */
  after: LivingTruth;
}

/** The disturbances of the site at one time. */
export interface LivingCondition {
  /** Requests are refused with this code. `undefined` if they are not. */
  blocked: LivingBlockCode | undefined;
  /** Whether product pages lack their Buy Box. */
  partial: boolean;
}

interface State {
  at: number;
  product: LivingProduct;
}

interface Window {
  from: number;
  to: number;
  asin: string | undefined;
  /** The code of a block. `undefined` for pages that lack parts. */
  code: LivingBlockCode | undefined;
}

const MINUTE_MS = 60_000;

/** The state of a living marketplace, now and at every time before. */
export class Market {
  readonly clock: VirtualClock;
  readonly asins: readonly string[];
  readonly #seed: number | string;
  readonly #startedAt: number;
  readonly #timeline = new Timeline();
  readonly #states = new Map<string, State[]>();
  readonly #records: LivingRecord[] = [];
  readonly #windows: Window[] = [];

  constructor({ seed = 1, products = 10, script, rates, clock = virtualClock() }: LivingMarketplaceOptions) {
    this.clock = clock;
    this.#seed = seed;
    this.#startedAt = clock.now();
    const catalogue = catalogueOf(seed, products);
    this.asins = catalogue.map(({ asin }) => asin);
    for (const product of catalogue) this.#states.set(product.asin, [{ at: this.#startedAt, product }]);
    for (const [index, event] of (script ?? []).entries()) this.plan(event, index);
    this.startRates({ ...(script === undefined && rates === undefined ? DEFAULT_RATES : {}), ...rates });
  }

  /** Returns the state of a product now. `undefined` for a product that the market never had. */
  product(asin: string): LivingProduct | undefined {
    this.catchUp();
    return this.#states.get(asin)?.at(-1)?.product;
  }

  /** Returns the listed products whose titles have all words of the keyword, the best-selling first. */
  found(keyword: string): LivingProduct[] {
    const words = keyword.toLowerCase().split(/\s+/).filter(Boolean);
    return this.asins
      .flatMap((asin) => this.product(asin) ?? [])
      .filter(({ title, isListed }) => isListed && words.every((word) => title.toLowerCase().includes(word)))
      .sort((one, other) => one.rank - other.rank);
  }

  /** Returns what was true of a product at a time. */
  truth(asin: string, time: number = this.clock.now()): LivingTruth {
    this.catchUp();
    const states = this.statesOf(asin);
    const state = states.findLast(({ at }) => at <= time) ?? states[0];
    return truthOf((state as State).product);
  }

  /** Returns what happened, in order. */
  history(asin?: string): LivingRecord[] {
    this.catchUp();
    if (asin !== undefined) this.statesOf(asin);
    return this.#records.filter((record) => asin === undefined || record.asin === asin);
  }

  /** Returns what is wrong with the site at a time, for requests about a product. */
  condition(asin: string | undefined, time: number = this.clock.now()): LivingCondition {
    this.catchUp();
    const open = this.#windows.filter(
      (window) => window.from <= time && time < window.to && (window.asin === undefined || window.asin === asin),
    );
    return {
      blocked: open.find(({ code }) => code !== undefined)?.code,
      partial: open.some(({ code }) => code === undefined),
    };
  }

  /** Makes something happen now. */
  change(change: LivingChange | LivingDisturbance): void {
    this.catchUp();
    this.assertPossible(change);
    this.run(change, this.clock.now());
  }

  /** Runs everything that is due, also what is added meanwhile. An event that throws stays: each later run throws its error again. */
  private catchUp(): void {
    const now = this.clock.now();
    for (let event = this.#timeline.next(now); event !== undefined; event = this.#timeline.next(now)) {
      event.run(event.at);
      this.#timeline.remove(event);
    }
  }

  private statesOf(asin: string): State[] {
    const states = this.#states.get(asin);
    if (states !== undefined) return states;
    throw invalidSetting('asin', asin, `is not a product of this market. ${didYouMean(String(asin), this.asins)}`);
  }

  /** Checks a line of the script as far as possible, and puts it on the timeline. */
  private plan(event: LivingEvent, index: number): void {
    checkedLine(index, () => {
      wholeNumber({ name: 'at', value: event?.at ?? null }, 0);
      this.assertPossible(event);
    });
    this.#timeline.add({ at: this.#startedAt + event.at, run: (at) => checkedLine(index, () => this.run(event, at)) });
  }

  private assertPossible(change: LivingChange | LivingDisturbance): void {
    const isOfSite = change.change === 'block' || change.change === 'partial';
    if (!isOfSite || change.asin !== undefined) this.statesOf(change.asin as string);
    assertChange(change);
  }

  private run(change: LivingChange | LivingDisturbance, at: number): void {
    if (change.change === 'block' || change.change === 'partial') this.disturb(change, at);
    else this.apply(change, at);
  }

  private startRates({ blocks = 0, partial = 0, ...rates }: Partial<LivingRates>): void {
    for (const asin of this.asins) {
      for (const [name, perDay] of Object.entries(rates) as [ProductRate, number][]) {
        const random = randomOf(this.#seed, asin, name);
        this.repeat(perDay, random, (at) => this.happen(asin, name, random, at));
      }
    }
    const minutes = (random: Random) => wholeBetween(random, 1, 15) * MINUTE_MS;
    const blocking = randomOf(this.#seed, 'blocks');
    this.repeat(blocks, blocking, (at) => {
      const code = BLOCK_CODES[wholeBetween(blocking, 0, BLOCK_CODES.length - 1)];
      this.disturb({ change: 'block', forMs: minutes(blocking), code }, at);
    });
    const losing = randomOf(this.#seed, 'partial');
    this.repeat(partial, losing, (at) => this.disturb({ change: 'partial', forMs: minutes(losing) }, at));
  }

  private repeat(perDay: number, random: Random, run: (at: number) => void): void {
    if (perDay === 0) return;
    const plan = (from: number) =>
      this.#timeline.add({
        at: from + untilNext(random, perDay),
        run: (at) => {
          run(at);
          plan(at);
        },
      });
    plan(this.#startedAt);
  }

  private happen(asin: string, name: ProductRate, random: Random, at: number): void {
    const [change, later] = CHANGES[name](this.current(asin), random);
    if (change === undefined) return;
    this.apply(change, at);
    if (later === undefined) return;
    this.#timeline.add({ at: at + later.afterMs, run: (then) => this.apply(later.change, then) });
  }

  private current(asin: string): LivingProduct {
    return (this.statesOf(asin).at(-1) as State).product;
  }

  private apply(change: LivingChange, at: number): void {
    const states = this.statesOf(change.asin);
    const before = this.current(change.asin);
    const product = changed(before, change);
    states.push({ at, product });
    const { asin } = change;
    this.#records.push({ at, asin, change: change.change, before: truthOf(before), after: truthOf(product) });
  }

  private disturb(disturbance: LivingDisturbance, from: number): void {
    const { asin, forMs, change } = disturbance;
    const code = change === 'block' ? (disturbance.code ?? 'CAPTCHA') : undefined;
    this.#windows.push({ from, to: from + forMs, asin, code });
  }
}
