/** German. */
import { lists, phrases, type Words } from './words.ts';

export const de: Words = {
  language: 'de',
  numbers: {
    decimal: ',',
    groupsBySpace: false,
    suffixes: { 'Tsd.': 1e3, Tsd: 1e3, K: 1e3, 'Mio.': 1e6, Mio: 1e6 },
    asides: [],
  },
  dates: {
    months: lists(`januar; jänner; jan | februar; feber; feb; febr | märz; mär; mrz; maerz | april; apr | mai |
      juni; jun | juli; jul | august; aug | september; sep; sept | oktober; okt | november; nov | dezember; dez`),
    weekdays: ['montag*', 'dienstag*', 'mittwoch*', 'donnerstag*', 'freitag*', 'samstag*; sonnabend', 'sonntag*'].map(
      phrases,
    ),
    weekdaysShort: lists('mo | di | mi | do | fr | sa | so'),
    today: phrases('heute'),
    tomorrow: phrases('morgen'),
    dayAfterTomorrow: phrases('übermorgen'),
    overnight: phrases('über nacht'),
    hours: phrases('std; stdn; stunde; stunden; h'),
    minutes: phrases('min; minute; minuten'),
    order: 'day-month',
    ordinals: phrases('.'),
    links: [],
    ranges: phrases('bis; und; bis zum'),
    articles: phrases('der; dem; den; am; vom; zum'),
  },
  delivery: {
    free: phrases(`gratis*; kostenlos*; kostenfrei*; versandkostenfrei*; portofrei*; ohne versandkosten;
      keine versandkosten`),
    freeOtherwise: phrases(`kostenlose rücksendung*; kostenlose retoure*; kostenlose rückgabe*; gratis rücksendung*;
      gratis-rücksendung*; kostenfreie rücksendung*; kostenlos zurück*; kostenlos test*; kostenloser umtausch`),
    conditional: phrases(`lieferung verfügbar; versand verfügbar; möglich; erste bestellung; ersten bestellung;
      erstbestellung*; bestellung ab; bestellungen ab; bestellungen über; bestellwert*; mindestbestellwert*;
      für bestellungen; bei bestellung*; berechtigte* bestellung*; qualifizierte* bestellung*; bei einem einkauf;
      einkauf ab`),
    members: phrases(`prime-mitglied*; prime mitglied*; mit prime; für prime; prime-kund*; amazon prime;
      prime beitreten; bei prime an; prime testen`),
    fastest: phrases('schnellste*; schnellere*; express*; beschleunigt*'),
    shipping: phrases('versand*; lieferung*; liefergebühr*; lieferkosten'),
  },
  conditions: {
    new: phrases('neu; neuware'),
    used: phrases('gebraucht*; second hand; secondhand'),
    collectible: phrases('sammlerstück*; sammlerartikel*; sammlerausgabe*'),
    likeNew: phrases('wie neu; neuwertig'),
    veryGood: phrases('sehr gut'),
    good: phrases('gut'),
    acceptable: phrases('akzeptabel; in ordnung'),
    other: phrases('generalüberholt*; refurbished; renewed; erneuert; wiederaufbereitet*; aufbereitet*'),
  },
  deals: {
    limitedTime: phrases('befristetes angebot; zeitlich begrenztes angebot'),
    lightning: phrases('blitzangebot*'),
    primeExclusive: phrases(`prime-exklusiv*; prime exklusiv*; exklusiv für prime*; exklusives prime*;
      exklusives angebot für prime*; exklusiver prime*; nur für prime*; mit prime; prime-mitglied*; prime mitglied*;
      prime-preis`),
    none: [],
    notLive: phrases(`angebot beendet; angebot ist beendet; deal beendet; aktion beendet; beendetes angebot;
      abgelaufenes angebot; bevorstehendes angebot; bevorstehender deal; kommendes angebot; künftiges angebot;
      zukünftiges angebot; startet in; startet um; startet am; startet bald; beginnt in; beginnt um; beginnt am;
      beginnt bald; demnächst verfügbar; angebot vorbei; angebot ist vorbei; deal vorbei; abgelaufen`),
    days: phrases('tag; tage; tagen'),
    hours: phrases('stunde*; std; h; minute*; min; sekunde*; sek'),
  },
  stock: {
    left: phrases(`nur noch {n} auf lager; nur noch {n} vorrätig; nur noch {n} stück; nur noch {n} verfügbar;
      nur {n} auf lager; noch {n} auf lager; nur noch {n}; nur {n} vorrätig; nur {n} verfügbar; nur {n} stück`),
    inStock: phrases(`auf lager; vorrätig; lieferbar; sofort lieferbar; gewöhnlich versandfertig; versandfertig in;
      erhältlich bei diesen anbietern; verfügbar bei diesen anbietern; gewöhnlich innerhalb; versand in der regel;
      versandfertig innerhalb`),
    outOfStock: phrases(`nicht verfügbar; nicht auf lager; nicht mehr verfügbar; nicht vorrätig; nicht lieferbar;
      ausverkauft; nicht mehr lieferbar`),
    negations: phrases('nicht; kein*; ohne'),
    backorder: phrases(`geben sie ihre bestellung auf; gib deine bestellung auf; jetzt bestellen und wir; auf lager ab;
      lieferbar ab; nachbestellt`),
    preorder: phrases('vorbestell*; noch nicht erschienen; erscheint am; erscheinen; veröffentlicht'),
  },
  offers: {
    justLaunched: phrases(`neu gestartet; neu eingestellt; neuer anbieter; kürzlich gestartet; gerade gestartet;
      neu bei amazon; neuer verkäufer; noch keine bewertung*`),
    importFees: phrases('importgebühr*; einfuhrgebühr*; einfuhrabgabe*; einfuhrkosten'),
    noImportFees: phrases(`keine importgebühr*; keine einfuhrgebühr*; keine einfuhrabgabe*; ohne importgebühr*;
      ohne einfuhrgebühr*`),
  },
  search: {
    oneResult: phrases('ein ergebnis'),
    bought: phrases('gekauft'),
    pastMonth: phrases('im letzten monat'),
    membersPrice: phrases('exklusiver prime preis; prime-preis; exklusiv für prime*; prime-exklusiver preis'),
    buy: phrases('zum kauf; kaufen; käuflich*'),
    rent: phrases('ausleihen; leihen; mieten; zur miete'),
    invitation: phrases('auf einladung; nur mit einladung; eingeladene kunden'),
    lowestPrice: phrases('niedrigste*; tiefste*; tiefstpreis*; 30-tage-bestpreis'),
    usualPrice: phrases('median*; mittlerer; durchschnitt*; üblich*; typisch*'),
    couponOff: phrases('spare*; coupon; gutschein*; rabatt*'),
    couponPrice: phrases('du zahlst; zahlen; endpreis; preis mit; preis nach'),
    couponWith: phrases('mit coupon; mit gutschein*; mit dem coupon; mit rabattcoupon'),
    brand: phrases('marke'),
  },
  details: {
    manufacturer: phrases('hersteller; name des herstellers'),
    modelNumber: phrases(`artikelmodellnummer; modellnummer; modellnummer des artikels; modell-nr.; modell;
      herstellerreferenz`),
    partNumber: phrases(`artikelnummer; teilenummer; herstellerteilenummer; herstellerreferenz;
      herstellerreferenznummer; teilenummer des herstellers`),
    upc: phrases('upc'),
    ean: phrases('ean; gtin; globale handelsartikelnummer; ean-nummer'),
    isbn10: phrases('isbn-10; isbn 10'),
    isbn13: phrases('isbn-13; isbn 13'),
    language: phrases('sprache; sprachen'),
    edition: phrases('auflage; ausgabe; edition'),
    publisher: phrases('herausgeber; verlag'),
    publicationDate: phrases(`erscheinungstermin; erscheinungsdatum; veröffentlichungsdatum;
      datum der veröffentlichung`),
    pages: phrases('seitenzahl der print-ausgabe; seitenzahl der printausgabe; seitenzahl; anzahl der seiten; seiten'),
    countryOfOrigin: phrases('herkunftsland; ursprungsland; herkunftsland/-region'),
    releaseDate: phrases(`erscheinungstermin; erscheinungsdatum; erscheinungsdatum des produkts; dvd-erscheinungstermin;
      blu-ray-erscheinungstermin; erscheinungstermin des produkts; erstveröffentlichung; veröffentlichungstermin;
      audible-erscheinungsdatum`),
    firstAvailable: phrases(`im angebot von amazon seit; erstmals verfügbar; datum der ersten verfügbarkeit;
      seit wann verfügbar`),
    discontinued: phrases(`auslaufartikel (produktion durch hersteller eingestellt); auslaufartikel;
      produkt wird nicht mehr hergestellt; produktion durch hersteller eingestellt; vom hersteller eingestellt`),
    warranty: phrases(`garantiebeschreibung; beschreibung der garantie; herstellergarantie; garantie; garantietyp;
      garantie des herstellers`),
    batteriesRequired: phrases(`batterien notwendig; batterien erforderlich; batterien notwendig?;
      sind batterien erforderlich; benötigt batterien; werden batterien benötigt`),
    batteries: phrases('batterien; batterien/akkus; anzahl der batterien; anzahl an batterien'),
    batteriesNeeded: phrases('erforderlich; notwendig; benötigt'),
    dimensions: phrases(`produktabmessungen; artikelabmessungen; abmessungen; produktabmessung; größe und/oder gewicht;
      abmessungen des artikels; artikelmaße; produktmaße`),
    packageDimensions: phrases(`verpackungsabmessungen; paketabmessungen; abmessungen der verpackung; paketmaße;
      artikelverpackungsabmessungen`),
    weight: phrases('artikelgewicht; gewicht; produktgewicht; nettogewicht'),
    packageWeight: phrases(`versandgewicht; verpackungsgewicht; paketgewicht; produktgewicht inkl. verpackung;
      bruttogewicht`),
    color: phrases('farbe; farbbezeichnung; artikelfarbe'),
    size: phrases('größe; artikelgröße; größenbezeichnung'),
    material: phrases(`material; materialart; materialtyp; artikelmaterial; obermaterial; stoffart;
      materialzusammensetzung; materialtyp(en); ausgangsmaterial; hauptmaterial; stoff`),
    boxContents: phrases(`lieferumfang; mitgelieferte komponenten; enthaltene komponenten; inbegriffene komponenten;
      im lieferumfang enthalten`),
    rank: phrases('amazon bestseller-rang; bestseller-rang; amazon-bestseller-rang; verkaufsrang'),
    rankAround: phrases('in'),
    pageCount: phrases('seiten; seite'),
    yes: phrases('ja; wahr'),
    no: phrases('nein; falsch'),
  },
  reviews: {
    reviewedIn: phrases(`Rezension aus {country} vom {date}; Bewertet in {country} am {date};
      Kundenrezension aus {country} vom {date}; Kundenrezension aus {country} am {date};
      Rezension aus {country} am {date}`),
    articles: phrases('den; dem; der'),
    helpful: phrases('diese informationen hilfreich; diese rezension hilfreich'),
    onePerson: phrases('eine person'),
    twoPeople: [],
  },
  product: {
    brandByline: phrases(`Besuchen Sie den {brand}-Store; Besuche den {brand}-Store; Besuchen Sie den {brand} Store;
      Besuche den {brand} Store; Marke: {brand}`),
    brandBy: phrases('von'),
    smallBusiness: phrases(`kleinunternehmen; kleine unternehmen; kleines unternehmen; kleinen unternehmen;
      kleine und mittlere unternehmen`),
    format: phrases('format'),
    deliverTo: phrases('Liefern nach; Liefern an; Lieferung nach; Lieferung an; Lieferort:; Wird geliefert nach'),
    changeLocation: phrases('aktualisier*; ändern; auswählen; wähl*; eingeben'),
    soldBy: phrases('verkäufer; verkauf durch; verkauft durch; verkauft von'),
    shipsFrom: phrases('versender; versand; versendet von; versandt'),
    returns: phrases('rückgaben; rückgabe; rücksendung*; retouren; rückgaberichtlinie*; rückgabebedingungen'),
    otherOffers: phrases(`{n} andere option*; {n} andere angebote; {n} andere verkäufer*; {n} weitere option*;
      {n} weitere angebote; {n} weitere verkäufer*`),
    subscription: phrases('abo; abonn*'),
    coupon: phrases('coupon*; gutschein*'),
    priceFrom: phrases('ab; preis ab; preise ab'),
    perMonth: phrases('pro monat; im monat; mtl'),
  },
  seller: {
    businessName: phrases('geschäftsname; unternehmensname; firmenname'),
    businessType: phrases('geschäftsart; unternehmensart; art des unternehmens; rechtsform'),
    tradeRegister: phrases('handelsregisternummer; handelsregister; registernummer'),
    vat: phrases('ustid; ust-id; ust-idnr; umsatzsteuer*; mehrwertsteuernummer; mwst-nummer; steuernummer'),
    phone: phrases('telefonnummer; telefon'),
    email: phrases('e-mail; e-mail-adresse; email'),
    businessAddress: phrases('geschäftsadresse; unternehmensadresse; firmenadresse'),
    customerServiceAddress: phrases(`kundendienstadresse; kundenserviceadresse; adresse des kundendienstes;
      adresse des kundenservice`),
    representative: phrases(`unternehmensvertreter; gesetzlicher vertreter; geschäftsführer*; vertretungsberechtigter;
      vertreten durch; vertreter`),
    ratedBy: phrases('Von {author} am {date}'),
  },
  refusals: {
    notFound: phrases(`seite nicht gefunden; seite wurde nicht gefunden; dokument nicht gefunden;
      seite konnte nicht gefunden werden; konnten die seite nicht finden; konnten diese seite nicht finden;
      können diese seite nicht finden`),
    failure: phrases(`tut uns leid; es ist ein fehler aufgetreten; ein technischer fehler; etwas ist schiefgelaufen;
      etwas ist schief gelaufen; dienst nicht verfügbar; service nicht verfügbar`),
    captcha: phrases(`geben sie die zeichen; gib die zeichen; geben sie die angezeigten zeichen;
      gib die angezeigten zeichen; geben sie die unten angezeigten zeichen; gib die unten angezeigten zeichen`),
    interstitial: phrases(`klicke auf die schaltfläche unten; klicken sie auf die schaltfläche unten;
      klicke unten auf die schaltfläche; klicken sie unten auf die schaltfläche`),
  },
};
