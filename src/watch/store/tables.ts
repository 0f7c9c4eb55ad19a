/** The tables of a watch store. */
import { NONE } from '../history/fields.ts';
import type { ColumnTypes } from './sql.ts';

/** The steps that bring the tables from one version to the next. Released steps never change. */
export function tableSteps(types: ColumnTypes): readonly string[] {
  return [firstTables(types)];
}

function firstTables({ integer, real, text, bytes, counter, clustered, table }: ColumnTypes): string {
  return `
    CREATE TABLE watch_targets (
      no ${counter}, id ${text} NOT NULL UNIQUE, endpoint ${text} NOT NULL, params ${text} NOT NULL,
      asin ${text}, marketplace ${text}, every_ms ${integer} NOT NULL, pages ${integer} NOT NULL, options ${text} NOT NULL,
      active ${integer} NOT NULL, visits ${integer} NOT NULL, state ${text}
    ) ${table};
    CREATE INDEX watch_targets_by_asin ON watch_targets (asin, marketplace);

    CREATE TABLE watch_sellers (
      no ${counter}, identity ${text} NOT NULL UNIQUE, seller_id ${text}, name ${text}
    ) ${table};

    CREATE TABLE watch_details (no ${counter}, target ${integer} NOT NULL, content ${text} NOT NULL) ${table};

    CREATE TABLE watch_observations (
      target ${integer} NOT NULL, item ${text} NOT NULL, first_at ${integer} NOT NULL, last_at ${integer} NOT NULL,
      looks ${integer} NOT NULL, every_ms ${integer} NOT NULL, is_last ${integer} NOT NULL, found ${integer} NOT NULL, none ${integer} NOT NULL,
      price ${real}, currency ${text}, shipping_price ${real}, list_price ${real}, new_from_price ${real},
      seller ${integer}, is_suppressed ${integer}, in_stock ${integer}, stock_qty ${integer}, sellers_all ${integer},
      rank ${integer}, rating ${real}, reviews ${integer}, deal ${text}, coupon ${text}, details ${integer},
      PRIMARY KEY (target, item, first_at)
    ) ${clustered};
    CREATE INDEX watch_last_observations ON watch_observations (target, item) WHERE is_last = 1;

    CREATE TABLE watch_envelopes (
      target ${integer} NOT NULL, page ${integer} NOT NULL, at ${integer} NOT NULL, whole_at ${integer}, body ${bytes} NOT NULL,
      PRIMARY KEY (target, page, at)
    ) ${clustered};
    CREATE INDEX watch_whole_envelopes ON watch_envelopes (target, page, at) WHERE whole_at IS NULL;

    CREATE TABLE watch_change_parts (no ${counter}, hash ${text} NOT NULL UNIQUE, content ${text} NOT NULL) ${table};

    CREATE TABLE watch_changes (
      position ${counter}, id ${text} NOT NULL UNIQUE, target ${integer} NOT NULL, asin ${text}, type ${text} NOT NULL,
      at ${integer} NOT NULL, part ${integer} NOT NULL, change ${text} NOT NULL
    ) ${table};
    CREATE INDEX watch_changes_by_target ON watch_changes (target, position);
    CREATE INDEX watch_changes_by_asin ON watch_changes (asin, position);
    CREATE INDEX watch_changes_by_time ON watch_changes (at, type, target, asin);

    CREATE TABLE watch_deliveries (
      receiver ${text} NOT NULL, position ${integer} NOT NULL, not_before ${integer} NOT NULL, PRIMARY KEY (receiver, position)
    ) ${clustered};
    CREATE INDEX watch_deliveries_by_position ON watch_deliveries (position);
    CREATE INDEX watch_deliveries_by_time ON watch_deliveries (receiver, not_before);

    CREATE TABLE watch_holder (name ${text} PRIMARY KEY, holder ${text} NOT NULL, since ${integer} NOT NULL) ${table};

    CREATE TABLE watch_spend (period ${text} PRIMARY KEY, credits ${integer} NOT NULL) ${table};

    CREATE VIEW watch_history AS
      SELECT t.id AS target, t.asin, t.marketplace, o.item, o.first_at, o.last_at, o.looks, o.found, o.price, o.currency, o.shipping_price,
        o.list_price, o.new_from_price, s.seller_id, s.name AS seller_name, o.is_suppressed, o.in_stock, o.stock_qty, o.sellers_all, o.rank,
        o.rating, o.reviews, o.deal, o.coupon, d.content,
        (o.none & ${NONE.price}) / ${NONE.price} AS no_price, (o.none & ${NONE.list_price}) / ${NONE.list_price} AS no_list_price,
        (o.none & ${NONE.seller}) / ${NONE.seller} AS no_seller, (o.none & ${NONE.stock_qty}) / ${NONE.stock_qty} AS no_stock_qty,
        (o.none & ${NONE.rank}) / ${NONE.rank} AS no_rank
      FROM watch_observations o JOIN watch_targets t ON t.no = o.target
        LEFT JOIN watch_sellers s ON s.no = o.seller LEFT JOIN watch_details d ON d.no = o.details;
  `;
}
