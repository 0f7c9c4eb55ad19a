/**
 * For pages in a language without a word file (zh, ko, hi, ...): numbers, prices and dates that need no words, and the few words of
 * those languages that can mean one thing only.
 */
import type { Words } from './words.ts';

export const other: Words = {
  language: 'other',
  numbers: {
    decimal: '.',
    groupsBySpace: false,
    suffixes: { K: 1e3, M: 1e6, 千: 1e3, 万: 1e4, 萬: 1e4, 만: 1e4, 천: 1e3 },
  },
  dates: {
    months: [],
    weekdays: [
      ['星期一', '周一', '월요일'],
      ['星期二', '周二', '화요일'],
      ['星期三', '周三', '수요일'],
      ['星期四', '周四', '목요일'],
      ['星期五', '周五', '금요일'],
      ['星期六', '周六', '토요일'],
      ['星期日', '周日', '일요일'],
    ],
    weekdaysShort: [],
    today: ['今天', '오늘'],
    tomorrow: ['明天', '내일'],
    dayAfterTomorrow: [],
    overnight: [],
    order: 'month-day',
    ordinals: [],
    links: [],
    ranges: ['至', '到', '부터'],
    articles: [],
  },
  delivery: {
    free: ['免费', '免費', '무료', '免运费'],
    freeOtherwise: ['免费退货', '免費退貨', '무료 반품'],
    conditional: ['首单', '첫 주문', '满'],
    members: ['prime 会员', 'prime 會員', 'prime 회원'],
  },
  conditions: { new: [], used: [], collectible: [], likeNew: [], veryGood: [], good: [], acceptable: [], other: [] },
  deals: { limitedTime: [], lightning: [], primeExclusive: [], none: [], days: [] },
  stock: { left: [], inStock: [], outOfStock: [], backorder: [], preorder: [] },
};
