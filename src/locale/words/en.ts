/** English. */
import { lists, phrases, type Words } from './words.ts';

export const en: Words = {
  language: 'en',
  numbers: { decimal: '.', groupsBySpace: false, suffixes: { K: 1e3, M: 1e6, lakh: 1e5, crore: 1e7 }, asides: [] },
  dates: {
    months: lists(`january; jan | february; feb | march; mar | april; apr | may | june; jun | july; jul |
      august; aug | september; sep; sept | october; oct | november; nov | december; dec`),
    weekdays: lists(`monday; mon | tuesday; tue; tues | wednesday; wed | thursday; thu; thur; thurs |
      friday; fri | saturday; sat | sunday; sun`),
    weekdaysShort: [],
    today: phrases('today; tonight; this evening'),
    tomorrow: phrases('tomorrow'),
    dayAfterTomorrow: phrases('day after tomorrow'),
    overnight: phrases('overnight'),
    hours: phrases('hr; hrs; hour; hours; h'),
    minutes: phrases('min; mins; minute; minutes'),
    order: 'either',
    ordinals: phrases('st; nd; rd; th'),
    links: phrases('of'),
    ranges: phrases('to; and; through; until'),
    articles: phrases('the'),
  },
  delivery: {
    free: phrases('free; no shipping charge; no delivery charge'),
    freeOtherwise: phrases(`free return*; free international return*; free refund*; free replacement*; free gift*;
      free trial*; risk-free; free 30-day*`),
    conditional: phrases(`free shipping available; free delivery available; eligible for; on order*; for order*;
      orders over; order over; orders above; first order; first purchase; eligible order*; eligible purchase*;
      qualifying order*; of items; on items; of eligible items; if you spend; when you spend; minimum order;
      minimum spend; minimum purchase; with any order; with a subscription`),
    members: phrases('prime member*; prime user*; with prime; for prime; join prime; amazon prime'),
    fastest: phrases('fastest; faster; express; expedited; rush; accelerated; one-day; same-day'),
    shipping: phrases('shipping; delivery; postage'),
  },
  conditions: {
    new: phrases('new'),
    used: phrases('used; pre-owned; preowned; second hand; second-hand'),
    collectible: phrases('collectible*; collectable*'),
    likeNew: phrases('like new; as new; mint'),
    veryGood: phrases('very good'),
    good: phrases('good'),
    acceptable: phrases('acceptable'),
    other: phrases('refurbished; renewed; certified; open box; remanufactured; reconditioned; rental'),
  },
  deals: {
    limitedTime: phrases('limited time deal; limited-time deal; limited time offer; limited-time offer'),
    lightning: phrases('lightning deal*'),
    primeExclusive: phrases(`prime exclusive*; exclusive prime; exclusively for prime; exclusive to prime;
      exclusive for prime; with prime; prime member*; prime price; prime savings; join prime`),
    none: [],
    notLive: phrases(`deal ended; deal has ended; deals have ended; offer ended; offer has ended; sale ended;
      sale has ended; upcoming deal; upcoming deals; upcoming offer; deal starts; sale starts; starts in; starts at;
      starts soon; coming soon; deal is over; deal over; offer is over; sale is over; expired`),
    days: phrases('day; days'),
    hours: phrases('hour*; hr*; h; minute*; min*; second*; sec*'),
  },
  stock: {
    left: phrases(`only {n} left; only {n} remaining; only {n} in stock; only {n} available; {n} left in stock;
      last {n} in stock; only {n} item* left; only {n} unit* left; just {n} left; last {n} left;
      {n} items left in stock`),
    inStock: phrases(`in stock; available to ship; usually ship*; usually dispatched; ships within; ships in;
      dispatched within; available from these sellers; available from this seller; available now;
      available for immediate download; only {n} left`),
    outOfStock: phrases(`out of stock; not in stock; no longer available; not available for purchase; unavailable;
      sold out`),
    negations: phrases("not; isn't; can't; cannot; unable; never"),
    backorder: phrases(`in stock on; in stock soon; backorder*; back order*; back-order*; order now and we;
      order it now and we`),
    preorder: phrases(`pre-order*; preorder*; pre order*; will be released on; to be released on; not yet released;
      not yet been released; not yet published; releases on`),
  },
  offers: {
    justLaunched: phrases('just launched; new seller; no ratings yet; no feedback yet; no rating yet'),
    importFees: phrases('import fees; import fee; import charges; import duties'),
    noImportFees: phrases('no import fees; no import fee; no import charges; no import duties'),
  },
  search: {
    oneResult: phrases('one result'),
    bought: phrases('bought'),
    pastMonth: phrases('in past month; in the past month; in last month; in the last month'),
    membersPrice: phrases(`prime exclusive price; prime member price; prime members price; prime price;
      exclusively for prime members; exclusive to prime members`),
    buy: phrases('to buy; to own; to purchase'),
    rent: phrases('rent; rental'),
    invitation: phrases('by invitation; invitation only; invited customers; request invite'),
    lowestPrice: phrases('lowest'),
    usualPrice: phrases('median; typical; average; usual'),
    couponOff: phrases('save; off; coupon; voucher; discount'),
    couponPrice: phrases('pay; final price; price after; after coupon; price with coupon'),
    couponWith: phrases('with coupon; with the coupon; with voucher; with a coupon'),
    brand: phrases('brand'),
  },
  details: {
    manufacturer: phrases('manufacturer; manufacturer name'),
    modelNumber: phrases('item model number; model number; model no.; manufacturer model number; model'),
    partNumber: phrases(`part number; manufacturer part number; mfr part number; item part number;
      manufacturer reference`),
    upc: phrases('upc; upc code'),
    ean: phrases('ean; ean-13; gtin; global trade identification number; european article number'),
    isbn10: phrases('isbn-10; isbn 10; isbn10'),
    isbn13: phrases('isbn-13; isbn 13; isbn13'),
    language: phrases('language; languages; published language'),
    edition: phrases('edition'),
    publisher: phrases('publisher; publishers; audible.com release publisher'),
    publicationDate: phrases('publication date; published date; date of publication'),
    pages: phrases('print length; number of pages; pages; page count; book length'),
    countryOfOrigin: phrases(`country of origin; country/region of origin; country of manufacture; country as labeled;
      country as labelled; made in; imported from`),
    releaseDate: phrases(`release date; dvd release date; blu-ray release date; audio cd / dvd release date;
      audio cd/dvd release date; original release date; product release date; audible.com release date;
      audible release date; game release date; digital release date`),
    firstAvailable: phrases(`date first available; date first available at amazon; date first listed on amazon;
      first available; date first listed; launch date`),
    discontinued: phrases('is discontinued by manufacturer; discontinued by manufacturer; discontinued'),
    warranty: phrases(`warranty description; manufacturer warranty description; manufacturer warranty; product warranty;
      warranty; warranty type; labor warranty description; warranty period`),
    batteriesRequired: phrases(`batteries required; batteries required?; are batteries required;
      are batteries required?; battery required; requires batteries`),
    batteries: phrases('batteries; number of batteries'),
    batteriesNeeded: phrases('required'),
    dimensions: phrases(`product dimensions; item dimensions; item product dimensions; dimensions; product dimension;
      dimension; assembled product dimensions; item display dimensions; item size dimensions; unfolded dimensions`),
    packageDimensions: phrases(`package dimensions; item package dimensions; parcel dimensions; packaged dimensions;
      shipping dimensions`),
    weight: phrases(`item weight; product weight; weight; net weight; item display weight; total item weight;
      assembled weight`),
    packageWeight: phrases(`package weight; item package weight; shipping weight; gross weight; parcel weight;
      packaged weight`),
    color: phrases('color; colour; color name; colour name; item color; product color; product colour'),
    size: phrases('size; item size; size name'),
    material: phrases(`material; material type; item material; fabric type; fabric; outer material;
      material composition; primary material; frame material; material type(s)`),
    boxContents: phrases(`included components; what's in the box; what is in the box; whats in the box; whats included;
      what's included; in the box; components included`),
    rank: phrases(`best sellers rank; best seller rank; amazon best sellers rank; amazon bestsellers rank;
      bestsellers rank; sales rank; amazon.com sales rank`),
    rankAround: phrases('paid in; free in; in'),
    pageCount: phrases('pages; page'),
    yes: phrases('yes; true; y'),
    no: phrases('no; false; n'),
  },
  reviews: {
    reviewedIn: phrases('Reviewed in {country} on {date}; Reviewed in {country} {date}'),
    articles: phrases('the'),
    helpful: phrases('found this helpful; found the following review helpful'),
    onePerson: phrases('one person'),
    twoPeople: [],
  },
  product: {
    brandByline: phrases('Visit the {brand} Store; Visit the {brand} Storefront; Brand: {brand}'),
    brandBy: phrases('by'),
    smallBusiness: phrases('small business*; small and medium business*; small & medium business*'),
    format: phrases('format'),
    deliverTo: phrases('Delivering to; Deliver to; Delivery to; Deliver to:; Ship to:'),
    changeLocation: phrases('add an address; add address; update*; change; select; choose; edit; enter; sign in'),
    soldBy: phrases('sold by; seller; dispatched and sold by'),
    shipsFrom: phrases('dispatches from; shipper; shipped by; fulfilled by; ships; dispatched'),
    returns: phrases('returns; return policy; returns policy'),
    otherOffers: phrases(`{n} other option*; {n} other offer*; {n} other seller*; other {n} option*; other {n} offer*;
      other {n} seller*`),
    subscription: phrases('subscribe; subscription*'),
    coupon: phrases('coupon*; voucher*'),
    priceFrom: phrases('from; starting from; starting at; prices from'),
    perMonth: phrases('per month; a month; monthly payment*'),
  },
  seller: {
    businessName: phrases('business name'),
    businessType: phrases('business type'),
    tradeRegister: phrases(`trade register number; trade registry number; company registration number;
      registration number`),
    vat: phrases('vat number; vat no; vat id; vat registration number; tax id; gst number; gstin'),
    phone: phrases('phone number; phone; telephone'),
    email: phrases('email; e-mail; email address'),
    businessAddress: phrases('business address'),
    customerServiceAddress: phrases('customer services address; customer service address'),
    representative: phrases(`legal representative; authorised representative; authorized representative; representative;
      managing director`),
    ratedBy: phrases('By {author} on {date}'),
  },
  refusals: {
    notFound: phrases(`page not found; document not found; couldn't find that page; cannot find that page;
      is not a functioning page on our site`),
    failure: phrases(`something went wrong; service unavailable; internal server error;
      an error occurred when we tried to process your request`),
    captcha: phrases("enter the characters you see; type the characters you see; make sure you're not a robot"),
    interstitial: phrases('click the button below to continue'),
  },
};
