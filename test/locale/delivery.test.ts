import { describe, expect, it } from 'vitest';
import { localeOf } from './support.ts';

describe('delivery', () => {
  it('returns days, dates and cost of a delivery option', () => {
    expect(localeOf('us', 'en').delivery('FREE delivery Monday, March 16')).toEqual({
      days_min: 5,
      days_max: 5,
      date_min: '2026-03-16',
      date_max: '2026-03-16',
      is_free: true,
    });
  });

  it('is unknown for an empty text or one without delivery information', () => {
    const unknown = { days_min: null, days_max: null, date_min: null, date_max: null, is_free: null };
    expect(localeOf('us', 'en').delivery(undefined)).toEqual(unknown);
    expect(localeOf('us', 'en').delivery('Details')).toEqual(unknown);
  });

  it('counts days in the time zone of the marketplace, not of the server', () => {
    const late = '2026-03-12T02:30:00Z';
    expect(localeOf('us', 'en', late).delivery('March 16').days_min).toBe(5);
    expect(localeOf('uk', 'en', late).delivery('16 March').days_min).toBe(4);
    expect(localeOf('jp', 'ja', '2026-03-11T23:30:00Z').delivery('3月16日').days_min).toBe(4);
  });
});
