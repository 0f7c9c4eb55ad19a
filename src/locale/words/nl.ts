/** Dutch (Netherlands, Belgium). */
import { lists, phrases, type Words } from './words.ts';

export const nl: Words = {
  language: 'nl',
  numbers: {
    decimal: ',',
    groupsBySpace: false,
    suffixes: { K: 1e3, duizend: 1e3, 'dzd.': 1e3, mln: 1e6, 'mln.': 1e6, M: 1e6 },
    asides: [],
  },
  dates: {
    months: lists(`januari; jan | februari; feb; febr | maart; mrt | april; apr | mei | juni; jun | juli; jul |
      augustus; aug | september; sep; sept | oktober; okt | november; nov | december; dec`),
    weekdays: lists('maandag | dinsdag | woensdag | donderdag | vrijdag | zaterdag | zondag'),
    weekdaysShort: lists('ma | di | wo | do | vr | za | zo'),
    today: phrases('vandaag; vanavond'),
    tomorrow: phrases('morgen'),
    dayAfterTomorrow: phrases('overmorgen'),
    overnight: phrases("'s nachts; vannacht"),
    hours: phrases('uur; uren; u'),
    minutes: phrases('min; minuut; minuten'),
    order: 'day-month',
    ordinals: phrases('e; ste; de'),
    links: [],
    ranges: phrases('tot; en; t/m; tot en met'),
    articles: phrases('de; op; van'),
  },
  delivery: {
    free: phrases('gratis; kosteloos; kosteloze; zonder verzendkosten'),
    freeOtherwise: phrases('gratis retour*; gratis te retourneren; gratis proef*; gratis omruil*; gratis probeer*'),
    conditional: phrases(`gratis verzending beschikbaar; gratis bezorging beschikbaar; eerste bestelling;
      eerste aankoop; in aanmerking komende bestelling*; bij bestelling*; op bestelling*; voor bestelling*;
      bestellingen boven; bestellingen vanaf; bestelling vanaf; bestellingen van; bestelling van; minimale bestel*;
      bij besteding; artikelen verzonden door; als je * besteedt`),
    members: phrases(`prime-leden; prime leden; prime-lid; prime-klanten; met prime; voor prime; amazon prime;
      lid van prime; probeer prime`),
    fastest: phrases('snelste; snellere; sneller; express*'),
    shipping: phrases('verzending; verzendkosten; bezorging; levering; bezorgkosten'),
  },
  conditions: {
    new: phrases('nieuw; nieuwe'),
    used: phrases('gebruikt; gebruikte; tweedehands'),
    collectible: phrases('verzamelobject*; verzamelaar*; verzameling; verzamelitem*'),
    likeNew: phrases('als nieuw; zo goed als nieuw; vrijwel nieuw'),
    veryGood: phrases('zeer goed; heel goed; zeer goede staat'),
    good: phrases('goed; goede staat'),
    acceptable: phrases('acceptabel; aanvaardbaar; redelijk'),
    other: phrases('gerenoveerd*; refurbished; gereviseerd*; renewed; hersteld; vernieuwd'),
  },
  deals: {
    limitedTime: phrases('tijdelijke aanbieding; tijdelijke deal; beperkte tijd; tijdelijk aanbod; limited time deal'),
    lightning: phrases('bliksemdeal*; bliksemaanbieding*; flitsdeal*; flitsaanbieding*; flash deal*; lightning deal*'),
    primeExclusive: phrases(`exclusief voor prime*; exclusieve prime*; exclusief prime*; prime exclusie*;
      prime-exclusie*; alleen voor prime*; prime-leden; prime leden; met prime; prime-prijs`),
    none: [],
    notLive: phrases(`deal afgelopen; deal is afgelopen; deal beëindigd; aanbieding afgelopen; aanbieding is afgelopen;
      aanbieding beëindigd; aankomende deal*; aankomende aanbieding*; komende deal*; komende aanbieding*; begint over;
      begint om; begint op; start over; start om; begint binnenkort; start binnenkort; binnenkort beschikbaar;
      verlopen`),
    days: phrases('dag; dagen'),
    hours: phrases('uur; uren; u; minuten; minuut; min; seconden'),
  },
  stock: {
    left: phrases(`nog maar {n} op voorraad; nog slechts {n} op voorraad; slechts {n} op voorraad; maar {n} op voorraad;
      nog {n} op voorraad; nog maar {n}; nog slechts {n}; slechts {n} over; nog {n} over; alleen nog {n};
      slechts {n} resterend; nog {n} resterend; slechts nog {n}; nog maar {n} stuk*; maar {n} over`),
    inStock: phrases(`op voorraad; beschikbaar; leverbaar; verzonden binnen; meestal verzonden; gewoonlijk verzonden;
      verzending binnen`),
    outOfStock: phrases(`niet beschikbaar; niet meer beschikbaar; niet op voorraad; niet meer op voorraad;
      niet leverbaar; niet meer leverbaar; niet verkrijgbaar; niet meer verkrijgbaar; tijdelijk niet; uitverkocht`),
    negations: phrases('niet; geen; zonder'),
    backorder: phrases('op voorraad vanaf; op voorraad op; binnenkort op voorraad; bestel nu en we; nabestelling'),
    preorder: phrases(`pre-order*; preorder*; voorbestel*; nog niet verschenen; nog niet uitgebracht; wordt uitgebracht;
      verschijnt op`),
  },
  offers: {
    justLaunched: phrases(`net gestart; net gelanceerd; zojuist gelanceerd; nieuw gestart; net begonnen;
      nieuwe verkoper; nog geen beoordelingen; nog geen feedback`),
    importFees: phrases('invoerkosten; importkosten; invoerrechten; importheffing*'),
    noImportFees: phrases('geen invoerkosten; geen importkosten; geen invoerrechten'),
  },
  search: {
    oneResult: phrases('één resultaat'),
    bought: phrases('gekocht'),
    pastMonth: phrases('afgelopen maand; vorige maand; laatste maand'),
    membersPrice: phrases('prime-prijs; exclusief voor prime*'),
    buy: phrases('te koop; kopen; aankoop'),
    rent: phrases('huren; huur'),
    invitation: phrases('op uitnodiging'),
    lowestPrice: phrases('laagste'),
    usualPrice: phrases('mediaan*; median*; gemiddelde; gebruikelijke'),
    couponOff: phrases('bespaar*; coupon; kortingsbon; korting'),
    couponPrice: phrases('betaal*; eindprijs; prijs na; prijs met'),
    couponWith: phrases('met coupon; met de coupon; met kortingsbon'),
    brand: phrases('merk'),
  },
  details: {
    manufacturer: phrases('fabrikant; naam fabrikant; naam van de fabrikant'),
    modelNumber: phrases(`itemmodelnummer; modelnummer item; modelnummer; modelnummer van het artikel;
      modelnummer van het item; artikelmodelnummer; model; referentie van fabrikant; fabrikantreferentie`),
    partNumber: phrases(`onderdeelnummer; onderdeelnummer van de fabrikant; onderdeelnummer fabrikant;
      referentie van fabrikant; fabrikantreferentie; artikelnummer`),
    upc: phrases('upc'),
    ean: phrases('ean; gtin; ean-code; wereldwijd handelsartikelnummer'),
    isbn10: phrases('isbn-10; isbn 10'),
    isbn13: phrases('isbn-13; isbn 13'),
    language: phrases('taal; talen'),
    edition: phrases('editie; druk'),
    publisher: phrases('uitgever; uitgeverij'),
    publicationDate: phrases('publicatiedatum; datum van publicatie; verschijningsdatum'),
    pages: phrases("printlengte; aantal pagina's; afdruklengte; lengte gedrukte versie; gedrukte lengte; pagina's"),
    countryOfOrigin: phrases('land van herkomst; land/regio van herkomst; land van oorsprong; herkomstland'),
    releaseDate: phrases(`releasedatum; verschijningsdatum; datum van verschijnen; releasedatum van het product;
      oorspronkelijke releasedatum; dvd-releasedatum`),
    firstAvailable: phrases(`datum eerste beschikbaarheid; datum waarop dit product voor het eerst beschikbaar was;
      datum van eerste beschikbaarheid; eerste datum beschikbaar; in het assortiment van amazon sinds;
      datum eerst beschikbaar; aanvankelijk beschikbaar vanaf; datum eerste beschikbaarheid op amazon`),
    discontinued: phrases(`uit productie genomen door fabrikant; is niet meer leverbaar door fabrikant;
      productie stopgezet door fabrikant; stopgezet door fabrikant; product is stopgezet door fabrikant`),
    warranty: phrases(`garantiebeschrijving; fabrieksgarantie; garantie; garantietype; type garantie;
      beschrijving garantie; garantie van de fabrikant`),
    batteriesRequired: phrases(`batterijen vereist; batterijen vereist?; batterijen nodig; batterijen nodig?;
      zijn batterijen vereist; zijn batterijen vereist?; heeft batterijen nodig`),
    batteries: phrases("batterijen; aantal batterijen; batterij(en); accu's/batterijen"),
    batteriesNeeded: phrases('vereist; nodig'),
    dimensions: phrases(`productafmetingen; afmetingen van het product; artikelafmetingen; itemafmetingen; afmetingen;
      afmetingen artikel; afmetingen van item; afmetingen van het artikel`),
    packageDimensions: phrases(`pakketafmetingen; verpakkingsafmetingen; afmetingen verpakking;
      afmetingen van de verpakking; afmetingen pakket; afmetingen van pakket`),
    weight: phrases(`itemgewicht; artikelgewicht; productgewicht; gewicht; gewicht artikel; gewicht van het product;
      nettogewicht; gewicht van het artikel`),
    packageWeight: phrases(`pakketgewicht; verzendgewicht; gewicht van de verpakking; gewicht verpakking; brutogewicht;
      gewicht pakket`),
    color: phrases('kleur; naam kleur; kleurnaam'),
    size: phrases('maat; grootte; afmeting; artikelgrootte'),
    material: phrases(`materiaal; materiaaltype; type materiaal; materialen; soort stof; stoftype;
      materiaalsamenstelling; stof; soort materiaal`),
    boxContents: phrases(`inbegrepen componenten; inhoud van de verpakking; meegeleverde componenten;
      inhoud van de doos; inhoud verpakking; meegeleverde onderdelen`),
    rank: phrases(`plaats in bestsellerlijst; bestsellerrang; amazon-bestsellerrang; plaats in amazon-bestsellerlijst;
      plaats op bestsellerlijst; rang bestsellers`),
    rankAround: phrases('in'),
    pageCount: phrases("pagina's; pagina; bladzijden"),
    yes: phrases('ja; waar'),
    no: phrases('nee; onwaar'),
  },
  reviews: {
    reviewedIn: phrases(`Beoordeeld in {country} op {date}; Beoordeling uit {country} op {date};
      Recensie uit {country} op {date}; Gerecenseerd in {country} op {date}`),
    articles: phrases('de; het'),
    helpful: phrases('vonden dit nuttig; vond dit nuttig'),
    onePerson: phrases('één persoon'),
    twoPeople: [],
  },
  product: {
    brandByline: phrases(`Bezoek de {brand}-winkel; Bezoek de {brand}-store; Bezoek de {brand} Store;
      De {brand}-store bezoeken; De {brand}-winkel bezoeken; Bezoek de winkel van {brand};
      De winkel van {brand} bezoeken; Ga naar de {brand}-winkel; Merk: {brand}`),
    brandBy: phrases('van; door'),
    smallBusiness: phrases('klein bedrijf; kleine bedrijven; kleine onderneming*'),
    format: phrases('formaat; indeling; format'),
    deliverTo: phrases(`Bezorgen in; Bezorgen op; Bezorgen naar; Bezorging in; Leveren in; Leveren naar; Levering naar;
      Verzenden naar`),
    changeLocation: phrases('bijwerken; wijzig*; kies; selecteer*; werk * bij'),
    soldBy: phrases('verkocht door; verkoper'),
    shipsFrom: phrases('verzending door; verzender; verzonden'),
    returns: phrases('retouren; retourneren; retour; retourbeleid'),
    otherOffers: phrases('{n} andere optie*; {n} andere aanbieding*; {n} andere verkoper*'),
    subscription: phrases('abonn*'),
    coupon: phrases('coupon*; kortingsbon*'),
    priceFrom: phrases('vanaf'),
    perMonth: phrases('per maand'),
  },
  seller: {
    businessName: phrases('bedrijfsnaam; handelsnaam'),
    businessType: phrases('bedrijfstype; type bedrijf; soort bedrijf'),
    tradeRegister: phrases('handelsregisternummer; handelsregister; kvk-nummer; kvk nummer'),
    vat: phrases('btw-nummer; btw nummer'),
    phone: phrases('telefoonnummer; telefoon'),
    email: phrases('e-mail; e-mailadres; email'),
    businessAddress: phrases('bedrijfsadres; zakelijk adres; vestigingsadres'),
    customerServiceAddress: phrases(`adres van de klantenservice; adres klantenservice; klantenserviceadres;
      klantenservice adres`),
    representative: phrases('wettelijke vertegenwoordiger; vertegenwoordiger'),
    ratedBy: phrases('Door {author} op {date}'),
  },
  refusals: {
    notFound: phrases(`pagina niet gevonden; document niet gevonden; kunnen die pagina niet vinden;
      kunnen deze pagina niet vinden; konden die pagina niet vinden; konden deze pagina niet vinden`),
    failure: phrases(`er is iets misgegaan; er ging iets mis; er is een fout opgetreden; er is een probleem opgetreden;
      service niet beschikbaar; dienst niet beschikbaar`),
    captcha: phrases('voer de tekens; typ de tekens; vul de tekens'),
    interstitial: phrases('klik op de knop; klik op de onderstaande knop'),
  },
};
