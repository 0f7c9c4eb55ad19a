/** Languages without a word file (zh, ko, hi, ...): a few words that are unambiguous in all of them. Most numbers, prices and dates need no words. */
import { en } from './en.ts';
import { lists, phrases, type Words } from './words.ts';

/** Returns the lists of a part without their phrases. */
const none = <Part extends object>(part: Part) =>
  Object.fromEntries(Object.keys(part).map((name) => [name, []])) as unknown as { [Name in keyof Part]: [] };

export const other: Words = {
  language: 'other',
  numbers: {
    decimal: '.',
    groupsBySpace: true,
    suffixes: { K: 1e3, 'tis.': 1e3, हज़ार: 1e3, लाख: 1e5, M: 1e6, 千: 1e3, 万: 1e4, 萬: 1e4, 만: 1e4, 천: 1e3 },
    asides: phrases('过去1个月; 过去 1 个月; 過去1個月; 過去 1 個月; 지난 1개월; 지난 한달'),
  },
  dates: {
    months: [],
    weekdays:
      lists(`星期一; 周一; 週一; 월요일 | 星期二; 周二; 週二; 화요일 | 星期三; 周三; 週三; 수요일 | 星期四; 周四; 週四; 목요일 |
      星期五; 周五; 週五; 금요일 | 星期六; 周六; 週六; 토요일 | 星期日; 周日; 週日; 星期天; 일요일`),
    weekdaysShort: [],
    today: phrases('今天; 오늘'),
    tomorrow: phrases('明天; 내일'),
    dayAfterTomorrow: phrases('后天; 後天; 모레'),
    overnight: [],
    hours: phrases('小时; 小時; 시간'),
    minutes: phrases('分钟; 分鐘; 분'),
    order: 'month-day',
    ordinals: [],
    links: [],
    ranges: phrases('至; 到; 부터'),
    articles: [],
  },
  delivery: {
    free: phrases('免费; 免費; 무료; 免运费'),
    freeOtherwise: phrases('免费退货; 免費退貨; 무료 반품'),
    conditional: phrases(`首单; 首个订单; 首次; 首笔; 首筆; 첫 주문; 첫 구매; 이상 주문; 이상 구매; 满; 滿; 符合条件;
      符合條件`),
    members: phrases('prime 会员; prime会员; prime 會員; prime會員; 加入 prime; prime 회원; prime 멤버'),
    fastest: phrases('最快; 加急; 最速; 가장 빠른; 빠른 배송'),
    shipping: phrases('配送; 运费; 運費; 送货; 送貨; 배송'),
  },
  conditions: none(en.conditions),
  deals: { ...none(en.deals), days: phrases('天; 일'), hours: phrases('小时; 小時; 分钟; 分鐘; 시간; 분') },
  stock: {
    left: phrases(`仅剩 {n}; 仅剩余 {n}; 只剩 {n}; 还剩 {n}; 库存仅剩 {n}; 库存 {n} 件; 僅剩 {n}; 只剩下 {n}; 還剩 {n};
      庫存僅剩 {n}; 庫存 {n} 件; {n}개만 남; {n}개 남; {n}개밖에 남; {n}개뿐; 재고 {n}개`),
    inStock: phrases('有现货; 现在有货; 有货; 現貨; 有庫存; 現在有貨; 재고 있음'),
    outOfStock: phrases(`缺货; 无货; 目前不可售; 目前无法购买; 已售罄; 缺貨; 目前無法供貨; 目前無貨; 目前無法購買;
      已售完; 품절; 재고 없음; 현재 구매할 수 없; 현재 이용할 수 없`),
    negations: phrases('不; 無; 没; 없'),
    backorder: phrases('到货后; 補貨; 입고 예정'),
    preorder: phrases('预售; 预订; 预购; 預購; 預訂; 예약 구매; 사전 주문; 출시 예정'),
  },
  offers: {
    justLaunched: phrases('新卖家; 新賣家; 刚刚上线; 刚刚推出; 신규 판매자'),
    importFees: [],
    noImportFees: phrases('无进口费; 無進口費'),
  },
  search: {
    ...none(en.search),
    bought: phrases('购买; 購買; 구매'),
    pastMonth: phrases(`上个月; 上個月; 过去一个月; 過去一個月; 过去1个月; 過去1個月; 지난달; 지난 달; 지난 한 달;
      지난 1개월`),
  },
  details: {
    ...none(en.details),
    manufacturer: phrases('制造商; 製造商; 제조사; 제조업체'),
    modelNumber: phrases('商品型号; 型号; 商品型號; 모델 번호; 품목 모델 번호'),
    upc: phrases('upc'),
    ean: phrases('ean; gtin'),
    isbn10: phrases('isbn-10; isbn 10'),
    isbn13: phrases('isbn-13; isbn 13'),
    language: phrases('语言; 語言; 언어'),
    publisher: phrases('出版社; 출판사'),
    pages: phrases('纸书页数; 打印长度; 列印長度; 인쇄 길이'),
    countryOfOrigin: phrases('原产国; 原產國; 원산지'),
    releaseDate: phrases('发布日期; 发行日期; 上市日期; 發行日期; 上市時間; 출시일; 발매일'),
    firstAvailable: phrases('首次上架日期; 최초 상품 등록일; 亚马逊首次上架日期'),
    dimensions: phrases('产品尺寸; 產品尺寸; 商品尺寸; 제품 크기; 상품 크기'),
    packageDimensions: phrases('包装尺寸; 包裝尺寸; 패키지 크기'),
    weight: phrases('商品重量; 제품 무게; 상품 무게'),
    color: phrases('颜色; 顏色; 색상'),
    size: phrases('尺寸; 사이즈'),
    material: phrases('材料; 材质; 재질; 소재'),
    rank: phrases('亚马逊热销商品排名; 畅销商品排名; 베스트셀러 순위'),
    pageCount: phrases('页; 頁; 페이지'),
    yes: phrases('是; 예'),
    no: phrases('否; 아니요'),
  },
  reviews: {
    reviewedIn: phrases(`{date}在{country}发布评论; {date}在{country}審查; {date}在{country}評論; {date}在{country}审核;
      {date}에 {country}에서 검토됨`),
    articles: [],
    helpful: [],
    onePerson: [],
    twoPeople: [],
  },
  product: {
    ...none(en.product),
    smallBusiness: phrases('小型企业; 小型企業; 소상공인'),
    deliverTo: phrases('配送至'),
    changeLocation: phrases('更新; 更改; 选择; 選擇'),
    priceFrom: phrases('起; 부터'),
  },
  seller: none(en.seller),
  refusals: none(en.refusals),
};
