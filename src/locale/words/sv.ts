/** Swedish. */
import { lists, phrases, type Words } from './words.ts';

export const sv: Words = {
  language: 'sv',
  numbers: {
    decimal: ',',
    groupsBySpace: true,
    suffixes: { tn: 1e3, tusen: 1e3, K: 1e3, mn: 1e6, M: 1e6 },
    asides: [],
  },
  dates: {
    months: lists(`januari; jan | februari; feb; febr | mars; mar | april; apr | maj | juni; jun | juli; jul |
      augusti; aug | september; sep; sept | oktober; okt | november; nov | december; dec`),
    weekdays: lists('måndag* | tisdag* | onsdag* | torsdag* | fredag* | lördag* | söndag*'),
    weekdaysShort: lists('mån | tis | ons | tors; tor | fre | lör | sön'),
    today: phrases('idag; i dag; ikväll; i kväll'),
    tomorrow: phrases('imorgon; i morgon; imorron'),
    dayAfterTomorrow: phrases('i övermorgon; övermorgon'),
    overnight: phrases('över natten; inatt; i natt'),
    hours: phrases('tim; timme; timmar; h'),
    minutes: phrases('min; minut; minuter'),
    order: 'day-month',
    ordinals: phrases(':e; :a; e; a'),
    links: [],
    ranges: phrases('till; och; t.o.m.; till och med'),
    articles: phrases('den'),
  },
  delivery: {
    free: phrases('gratis; fri; fritt; kostnadsfri*; utan kostnad'),
    freeOtherwise: phrases(`gratis retur*; fri retur*; fria returer; kostnadsfri* retur*; gratis provperiod;
      gratis byte*`),
    conditional: phrases(`gratis frakt tillgänglig; fri frakt tillgänglig; första beställning*; första köp*;
      första kvalificerade; första berättigade; beställningar över; beställning över; på beställningar;
      för beställningar; vid beställning*; på order; order över; ordrar över; köp över; vid köp;
      kvalificerad* beställning*; berättigad* beställning*; minsta order*; minsta beställning*`),
    members: phrases(`prime-medlem*; prime medlem*; prime-kund*; med prime; för prime; amazon prime; gå med i prime;
      prova prime`),
    fastest: phrases('snabbaste; snabbare; express*; snabbast'),
    shipping: phrases('frakt*; leverans*'),
  },
  conditions: {
    new: phrases('ny; nytt; nya'),
    used: phrases('begagnad; begagnat; begagnade'),
    collectible: phrases('samlar*'),
    likeNew: phrases('som ny; som nytt; som nya; nyskick'),
    veryGood: phrases('mycket bra; mycket bra skick; mycket gott; mycket gott skick; väldigt bra'),
    good: phrases('bra; bra skick; gott; gott skick; god'),
    acceptable: phrases('acceptabel; acceptabelt; godtagbar*'),
    other: phrases('renoverad*; rekonditionerad*; renewed; refurbished; återställd*'),
  },
  deals: {
    limitedTime: phrases('tidsbegränsade erbjudanden; tidsbegränsad deal; tidsbegränsat; begränsad tid'),
    lightning: phrases('blixterbjudande*; blixtdeal*; blixtrea'),
    primeExclusive: phrases(`exklusivt för prime*; exklusiv för prime*; exklusivt prime*; prime-exklusiv*;
      prime exklusiv*; endast för prime*; prime-medlem*; prime medlem*; med prime; prime-pris`),
    none: [],
    notLive: phrases(`erbjudandet har avslutats; erbjudandet avslutat; erbjudandet är avslutat; erbjudandet har upphört;
      erbjudandet har gått ut; erbjudande avslutat; deal avslutad; dealen är avslutad; dealen har avslutats;
      kommande erbjudande*; kommande deal*; kommer snart; börjar om; börjar kl; börjar den; startar om; startar kl;
      startar den; börjar snart; startar snart`),
    days: phrases('dag; dagar'),
    hours: phrases('timme; timmar; tim; minut*; min; sekund*'),
  },
  stock: {
    left: phrases(`endast {n} kvar i lager; bara {n} kvar i lager; endast {n} i lager; endast {n} kvar; bara {n} kvar;
      {n} kvar i lager; endast {n} st; bara {n} i lager; endast {n} återstår; endast {n} tillgänglig*`),
    inStock: phrases('i lager; finns i lager; tillgänglig*; skickas inom; skickas vanligtvis; vanligtvis inom'),
    outOfStock: phrases(`inte tillgänglig*; ej tillgänglig*; inte längre tillgänglig*; otillgänglig*; inte i lager;
      ej i lager; slut i lager; tillfälligt slut; slutsåld*; slut på lager`),
    negations: phrases('inte; ej; inga; ingen'),
    backorder: phrases('i lager den; i lager från; snart i lager; beställ nu så'),
    preorder: phrases(`förbeställ*; förhandsboka*; förhandsbeställ*; förköp; ännu inte släppt*; släpps den;
      kommer att släppas; släpps på`),
  },
  offers: {
    justLaunched: phrases(`nystartad; nylanserad; precis lanserad; precis startat; ny säljare; inga betyg än;
      inga omdömen än; ingen feedback`),
    importFees: phrases('importavgift*; importkostnad*; tullavgift*'),
    noImportFees: phrases('inga importavgift*; ingen importavgift*; inga tullavgift*'),
  },
  search: {
    oneResult: phrases('ett resultat'),
    bought: phrases('köpt; köpta; köptes'),
    pastMonth: phrases('senaste månaden; förra månaden'),
    membersPrice: phrases('prime-pris; exklusivt för prime*'),
    buy: phrases('köp; köpa'),
    rent: phrases('hyra'),
    invitation: phrases('på inbjudan'),
    lowestPrice: phrases('lägsta*'),
    usualPrice: phrases('median*; genomsnitt*; normalpris*; typisk*'),
    couponOff: phrases('spara; kupong*; rabatt*'),
    couponPrice: phrases('du betalar; betala; slutpris*; pris efter; pris med'),
    couponWith: phrases('med kupong*'),
    brand: phrases('varumärke; märke'),
  },
  details: {
    manufacturer: phrases('tillverkare; tillverkarens namn; tillverkarnamn'),
    modelNumber: phrases(`artikelmodellnummer; artikelns modellnummer; modellnummer; produktens modellnummer; modell;
      tillverkarens referens; tillverkarreferens`),
    partNumber: phrases(`artikelnummer; tillverkarens artikelnummer; tillverkarens referens; delnummer;
      tillverkarens delnummer; tillverkarreferens`),
    upc: phrases('upc'),
    ean: phrases('ean; gtin; ean-kod; globalt handelsartikelnummer'),
    isbn10: phrases('isbn-10; isbn 10'),
    isbn13: phrases('isbn-13; isbn 13'),
    language: phrases('språk'),
    edition: phrases('utgåva; upplaga'),
    publisher: phrases('utgivare; förlag; bokförlag'),
    publicationDate: phrases('utgivningsdatum; publiceringsdatum; publicerad'),
    pages: phrases('tryckt längd; utskriftslängd; antal sidor; längd (tryckt bok); trycklängd; sidor'),
    countryOfOrigin: phrases('ursprungsland; ursprungsland/-region; tillverkningsland; ursprungsland/region'),
    releaseDate: phrases(`releasedatum; utgivningsdatum; lanseringsdatum; produktens releasedatum;
      ursprungligt releasedatum; dvd-releasedatum`),
    firstAvailable: phrases(`första tillgängliga datum; datum för första tillgänglighet; först tillgänglig datum;
      tillgänglig på amazon sedan; datum då produkten först blev tillgänglig; datum först tillgänglig;
      lanseringsdatum på amazon`),
    discontinued: phrases(`utgått hos tillverkaren; har utgått från tillverkaren; utgått från tillverkare;
      tillverkningen har upphört; har upphört av tillverkaren; avvecklad av tillverkaren`),
    warranty: phrases(`garantibeskrivning; tillverkarens garanti; tillverkargaranti; garanti; garantityp;
      beskrivning av garanti`),
    batteriesRequired: phrases(`batterier krävs; batterier krävs?; kräver batterier; behövs batterier;
      behövs batterier?; är batterier nödvändiga; batterier behövs`),
    batteries: phrases('batterier; antal batterier; batteri'),
    batteriesNeeded: phrases('krävs; behövs'),
    dimensions: phrases(`produktmått; produktens mått; artikelmått; artikelns mått; mått; produktens dimensioner;
      produktdimensioner; artikeldimensioner`),
    packageDimensions: phrases(`paketmått; förpackningsmått; paketets mått; förpackningens mått;
      förpackningsdimensioner; paketdimensioner`),
    weight: phrases('artikelvikt; artikelns vikt; produktvikt; produktens vikt; vikt; nettovikt'),
    packageWeight: phrases('paketvikt; förpackningsvikt; leveransvikt; bruttovikt; fraktvikt; paketets vikt'),
    color: phrases('färg; färgnamn; artikelns färg'),
    size: phrases('storlek; artikelstorlek; artikelns storlek'),
    material: phrases(`material; materialtyp; typ av material; tygtyp; materialsammansättning; yttermaterial; tyg;
      typ av tyg`),
    boxContents: phrases(`ingående komponenter; medföljande komponenter; förpackningens innehåll;
      innehåll i förpackningen; inkluderade komponenter; komponenter som ingår`),
    rank: phrases(`placering bland bästsäljare; rangordning för bästsäljare; bästsäljare-rankning;
      rankning för bästsäljare; bästsäljarrankning; placering på bästsäljarlistan; bästsäljarrang`),
    rankAround: phrases('i; inom'),
    pageCount: phrases('sidor; sida'),
    yes: phrases('ja; sant'),
    no: phrases('nej; falskt'),
  },
  reviews: {
    reviewedIn: phrases(`Recenserad i {country} den {date}; Recenserades i {country} den {date};
      Granskad i {country} den {date}; Recenserad i {country} {date}; Recenserades i {country} {date};
      Recension i {country} den {date}`),
    articles: [],
    helpful: phrases('tyckte detta var hjälpsamt; tyckte att detta var hjälpsamt'),
    onePerson: phrases('en person'),
    twoPeople: [],
  },
  product: {
    brandByline: phrases(`Besök {brand}-butiken; Besök {brand} butiken; Besök {brand}-store; Besök {brand} Store;
      Besök butiken för {brand}; Gå till {brand}-butiken; Märke: {brand}; Varumärke: {brand}`),
    brandBy: phrases('av'),
    smallBusiness: phrases('småföretag; litet företag; små företag'),
    format: phrases('format'),
    deliverTo: phrases('Leverera till; Levereras till; Leverans till; Skicka till'),
    changeLocation: phrases('uppdatera*; ändra; välj'),
    soldBy: phrases('säljs av; såld av; säljare'),
    shipsFrom: phrases('avsändare; fraktas från; skickas; levereras'),
    returns: phrases('returer; retur; returpolicy'),
    otherOffers: phrases('{n} andra alternativ; {n} andra erbjudanden; {n} andra säljare'),
    subscription: phrases('prenumer*'),
    coupon: phrases('kupong*'),
    priceFrom: phrases('från'),
    perMonth: phrases('per månad; i månaden'),
  },
  seller: {
    businessName: phrases('företagsnamn'),
    businessType: phrases('företagstyp; typ av företag'),
    tradeRegister: phrases('handelsregisternummer; organisationsnummer; företagsregistreringsnummer'),
    vat: phrases('momsregistreringsnummer; momsnummer; vat-nummer'),
    phone: phrases('telefonnummer; telefon'),
    email: phrases('e-post; e-postadress; e-mail'),
    businessAddress: phrases('företagsadress'),
    customerServiceAddress: phrases('kundtjänstadress; kundtjänstens adress; adress till kundtjänst'),
    representative: phrases('juridisk företrädare; laglig företrädare; företrädare'),
    ratedBy: phrases('Av {author} den {date}; Av {author} {date}'),
  },
  refusals: {
    notFound: phrases(`sidan hittades inte; sidan kunde inte hittas; kunde inte hitta sidan; kunde inte hitta den sidan;
      hittar inte sidan; sidan finns inte`),
    failure: phrases(`något gick fel; ett fel uppstod; ett fel har uppstått; ett fel inträffade;
      tjänsten är inte tillgänglig; tjänsten är otillgänglig`),
    captcha: phrases('ange tecknen; skriv in tecknen; skriv tecknen'),
    interstitial: phrases('klicka på knappen'),
  },
};
