/** Looks that are disturbed: they fail, a value is wrong once, a part of the page is missing. What happens follows from the target and the time. */
import { ParseError } from '../../src/contract/errors.ts';
import {
  type AnyEnvelope,
  type CallFunction,
  callOf,
  type Marketplace,
  marketplaceFrom,
} from '../../src/contract/marketplace.ts';
import { randomOf } from '../../src/testing/living/random.ts';
import { BOX, type Facts, type Watched } from './facts.ts';

/** A disturbance of a look. `share` (0 to 1) says of which product or offer. */
export interface Disturbance {
  kind: 'fails' | 'gone' | 'box' | 'price' | 'offers' | 'prices';
  share: number;
}

const KINDS: Readonly<Record<Watched['endpoint'], readonly Disturbance['kind'][]>> = {
  product: ['fails', 'gone', 'box', 'price', 'price'],
  offers: ['fails', 'gone', 'offers', 'price', 'price'],
  search: ['fails', 'prices', 'price', 'price'],
  seller: ['fails'],
};

/** So much higher is a price that is wrong. */
const FACTOR = 3;
const PRICES = { landmark: 'a-price', kind: 'partial' } as const;

/** Returns the disturbance of each look, for this share of all looks. */
export function disturbances(seed: number, rate: number) {
  return ({ endpoint, params }: Pick<Watched, 'endpoint' | 'params'>, at: number): Disturbance | undefined => {
    const random = randomOf(seed, 'disturbed', endpoint, JSON.stringify(Object.values(params)[0]), at);
    if (random() >= rate) return undefined;
    const kinds = KINDS[endpoint];
    const kind = kinds[Math.floor(random() * kinds.length)] ?? 'fails';
    return { kind, share: random() };
  };
}

/** Returns what a disturbed look shows, of what it would show otherwise. */
export function disturbedFacts(facts: Facts, disturbance: Disturbance | undefined): Facts {
  if (disturbance === undefined || facts.get('found') !== true) return facts;
  const { kind, share } = disturbance;
  const all = [...facts];
  switch (kind) {
    case 'gone':
      return new Map([['found', false]]);
    case 'box': {
      const boxed = ['price', 'seller', 'suppressed', 'stock', 'left', 'deal', 'coupon'];
      const gaps = facts.get('gaps') as object[];
      const gap = gaps.length === 0 ? [BOX] : gaps;
      return new Map([...all.filter(([path]) => !boxed.includes(path)), ['gaps', gap]]);
    }
    case 'prices': {
      const others = all.filter(
        ([path, value]) => !(path.startsWith('price ') || (path.startsWith('stock ') && value)),
      );
      return new Map([...others, ['gaps', [PRICES]]]);
    }
    case 'offers': {
      const gone = goneIn(all.flatMap(([path, offer]) => (isOther(path, offer) ? [path.slice('offer '.length)] : [])));
      return new Map(all.filter(([path]) => !gone.has(path.slice('offer '.length))));
    }
    case 'price': {
      const isOffersPage = all.some(([path]) => path.startsWith('offer '));
      const isPrice = (path: string, value: unknown) =>
        isOffersPage ? isOther(path, value) : path.startsWith('price') && typeof value === 'number';
      const isWrongAt = (path: string, value: unknown) => {
        const [name, key] = path.split(' ');
        return isPrice(path, value) && (key === undefined ? name === 'price' : isWrong(key, share));
      };
      return new Map(all.map(([path, value]) => [path, isWrongAt(path, value) ? tripled(value) : value]));
    }
    default:
      return facts;
  }
}

function isOther(path: string, offer: unknown): boolean {
  return path.startsWith('offer ') && (offer as { is_pinned: boolean }).is_pinned !== true;
}

/** More than half of the sellers. */
function goneIn(sellers: readonly string[]): ReadonlySet<string> {
  return new Set([...sellers].sort().slice(0, Math.ceil(sellers.length * 0.7)));
}

function isWrong(key: string, share: number): boolean {
  return randomOf('wrong', key, share)() < 0.2;
}

function tripled(value: unknown): unknown {
  if (typeof value === 'number') return value * FACTOR;
  const offer = value as { price: number };
  return { ...offer, price: offer.price * FACTOR };
}

/** Returns a marketplace whose calls are disturbed. */
export function disturbedMarketplace(
  marketplace: Marketplace,
  disturbed: ReturnType<typeof disturbances>,
): Marketplace {
  const call = callOf(marketplace);
  const other: CallFunction = async (name, params, options, onResponse) => {
    const envelope = (await call(name, params, options, onResponse)) as AnyEnvelope;
    const at = Date.parse(envelope.meta.source?.fetched_at ?? envelope.meta.timestamp);
    const { page: _, ...own } = params as unknown as Record<string, unknown>;
    const { asin, keyword, sellerId } = own;
    const target = { endpoint: name, params: { id: asin ?? keyword ?? sellerId } };
    const disturbance = disturbed(target as never, at);
    return disturbedEnvelope(structuredClone(envelope), disturbance) as never;
  };
  return marketplaceFrom(other, () => marketplace.close());
}

interface Entry {
  asin: string;
  seller_id: string;
  is_pinned?: boolean;
  price?: number;
  in_stock?: boolean;
}

function disturbedEnvelope(envelope: AnyEnvelope, disturbance: Disturbance | undefined): AnyEnvelope {
  if (disturbance?.kind === 'fails') throw new ParseError('the page is disturbed');
  if (disturbance === undefined || !envelope.found) return envelope;
  const { kind, share } = disturbance;
  const data = envelope.data as unknown as Record<string, unknown>;
  const gaps = envelope.meta.gaps ?? [];
  const { product_sellers_info: offers, shallow_parts: tiles = [] } = data as Record<string, Entry[] | undefined>;
  switch (kind) {
    case 'gone':
      return { ...envelope, found: false, data: null } as AnyEnvelope;
    case 'box':
      for (const name of [
        'bb_price',
        'seller',
        'buybox',
        'buybox_state',
        'in_stock',
        'stock_qty',
        'promotion',
        'coupon',
        'shipping_price',
      ])
        delete data[name];
      if (gaps.length === 0) envelope.meta.gaps = [{ ...BOX, kind: 'missing', detail: 'x' }];
      return envelope;
    case 'prices':
      envelope.meta.gaps = [{ ...PRICES, detail: 'x' }];
      for (const tile of tiles) {
        delete tile.price;
        if (tile.in_stock === true) delete tile.in_stock;
      }
      return envelope;
    case 'offers': {
      const gone = goneIn((offers ?? []).filter(({ is_pinned }) => is_pinned !== true).map((one) => one.seller_id));
      data.product_sellers_info = offers?.filter(({ seller_id }) => !gone.has(seller_id));
      data.total_offers_count = (offers?.length ?? 0) - gone.size;
      return envelope;
    }
    default: {
      if (typeof data.bb_price === 'number') data.bb_price *= FACTOR;
      for (const item of [...(offers ?? []).filter((one) => one.is_pinned !== true), ...tiles])
        if (item.price !== undefined && isWrong(item.seller_id ?? item.asin, share)) item.price *= FACTOR;
      return envelope;
    }
  }
}
