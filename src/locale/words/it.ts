/** Italian. */
import { lists, phrases, type Words } from './words.ts';

export const it: Words = {
  language: 'it',
  numbers: { decimal: ',', groupsBySpace: false, suffixes: { K: 1e3, mila: 1e3, mln: 1e6, Mio: 1e6 }, asides: [] },
  dates: {
    months: lists(`gennaio; gen; genn | febbraio; feb; febb | marzo; mar | aprile; apr | maggio; mag; magg |
      giugno; giu | luglio; lug | agosto; ago | settembre; set; sett | ottobre; ott | novembre; nov |
      dicembre; dic`),
    weekdays: lists('lunedì | martedì | mercoledì | giovedì | venerdì | sabato | domenica'),
    weekdaysShort: lists('lun | mar | mer | gio | ven | sab | dom'),
    today: phrases('oggi; stasera'),
    tomorrow: phrases('domani'),
    dayAfterTomorrow: phrases('dopodomani; dopo domani'),
    overnight: phrases('durante la notte; stanotte'),
    hours: phrases('ora; ore; h'),
    minutes: phrases('min; minuto; minuti'),
    order: 'day-month',
    ordinals: phrases('°; o'),
    links: phrases('di'),
    ranges: phrases('al; e; a; ed'),
    articles: phrases("il; lo; l'; dal"),
  },
  delivery: {
    free: phrases('gratuit*; gratis; senza costi; senza spese'),
    freeOtherwise: phrases(`reso gratuito; resi gratuiti; resi gratis; reso gratis; restituzione gratuita;
      prova gratuita; prova gratis`),
    conditional: phrases(`gratuita disponibile; gratis disponibile; possibile; primo ordine; primo acquisto; per ordini;
      per gli ordini; sugli ordini; su ordini; con ordini; ordini superiori; ordini sopra; ordini di almeno;
      ordini idonei; ordine idoneo; ordine minimo; spesa minima; se spendi; di prodotti spediti; di articoli spediti;
      su prodotti spediti`),
    members: phrases(`clienti prime; iscritti prime; iscritti a prime; membri prime; utenti prime; con prime;
      amazon prime; iscriviti a prime; passa a prime`),
    fastest: phrases('più veloce; più rapida; espress*; accelerat*'),
    shipping: phrases('spedizione; spedizioni; consegna'),
  },
  conditions: {
    new: phrases('nuovo; nuova; nuovi'),
    used: phrases('usato; usata; usati; seconda mano'),
    collectible: phrases('collezione; collezionabile*'),
    likeNew: phrases('come nuovo; come nuova; pari al nuovo'),
    veryGood: phrases(`ottime condizioni; condizioni ottime; ottimo; ottima; molto buono; molto buona;
      molto buone condizioni`),
    good: phrases('buone condizioni; condizioni buone; buono; buona'),
    acceptable: phrases('accettabil*; condizioni accettabili'),
    other: phrases('ricondizionat*; rigenerat*; renewed; refurbished'),
  },
  deals: {
    limitedTime: phrases('offerta a tempo; tempo limitato; offerta limitata'),
    lightning: phrases('offerta lampo; offerte lampo; offerta flash'),
    primeExclusive: phrases(`esclusiva prime; esclusivo prime; prime exclusive; esclusiva per prime; clienti prime;
      iscritti prime; iscritti a prime; membri prime; solo per prime; solo prime; con prime; prezzo prime`),
    none: [],
    notLive: phrases(`offerta terminata; offerta è terminata; offerta conclusa; offerta lampo terminata;
      offerta in arrivo; prossima offerta; prossime offerte; offerta futura; inizia tra; inizia fra; inizia alle;
      inizia il; inizia presto; inizia a breve; scaduta; comincia tra; prossimamente disponibile`),
    days: phrases('giorno; giorni'),
    hours: phrases('ore; ora; h; minut*; min; second*'),
  },
  stock: {
    left: phrases(`solo {n} rimast*; ne rimangono solo {n}; ne rimane solo {n}; rimangono solo {n}; rimane solo {n};
      ne restano solo {n}; disponibilità: solo {n}; solo {n} disponibil*; solo {n} in stock; solo {n} pezz*;
      solo {n} con disponibilità; solo {n} unità`),
    inStock: phrases(`disponibile; disponibilità; generalmente spedito; normalmente spedito; spedito entro;
      spedizione entro; in stock`),
    outOfStock: phrases('non disponibile; non è disponibile; non più disponibile; esaurito; esaurita; non in stock'),
    negations: phrases('non; nessun*; senza'),
    backorder: phrases(`disponibile dal; disponibile a partire dal; ordinalo ora e; ordina ora e te;
      effettua ora l'ordine; in arrivo il`),
    preorder: phrases(`preordin*; pre-ordin*; prenotabile; prenota ora; non ancora uscito; uscirà il; verrà rilasciat*;
      sarà rilasciat*; verrà pubblicat*; sarà pubblicat*; sarà disponibile il`),
  },
  offers: {
    justLaunched: phrases(`appena lanciato; appena iniziato; appena avviato; nuovo venditore; nessuna valutazione;
      nessun feedback`),
    importFees: phrases('oneri di importazione; costi di importazione; spese di importazione; dazi doganali'),
    noImportFees: phrases(`nessun costo di importazione; nessun onere di importazione; senza costi di importazione;
      senza oneri di importazione`),
  },
  search: {
    oneResult: phrases('un risultato'),
    bought: phrases('acquistato; acquistati; acquistate'),
    pastMonth: phrases("nell'ultimo mese; nel mese scorso; il mese scorso"),
    membersPrice: phrases(`prezzo esclusivo prime; prezzo prime; in esclusiva per i clienti prime;
      esclusivamente per i clienti prime; riservato ai clienti prime`),
    buy: phrases('acquisto; acquistare'),
    rent: phrases('noleggio; noleggiare'),
    invitation: phrases('su invito'),
    lowestPrice: phrases('più basso; minimo'),
    usualPrice: phrases('mediano; medio; tipico; abituale'),
    couponOff: phrases('risparmia*; coupon; sconto; buono'),
    couponPrice: phrases('paghi; paga; prezzo finale; prezzo con; prezzo dopo'),
    couponWith: phrases('con coupon; con il coupon'),
    brand: phrases('marca; marchio'),
  },
  details: {
    manufacturer: phrases('produttore; nome del produttore'),
    modelNumber: phrases(`numero modello articolo; numero di modello dell'articolo; numero modello; numero di modello;
      numero del modello; numero modello del prodotto; modello; riferimento produttore; riferimento del produttore`),
    partNumber: phrases(`riferimento produttore; codice prodotto; numero articolo produttore; numero parte;
      codice parte; numero di parte; numero parte produttore; riferimento del produttore`),
    upc: phrases('upc'),
    ean: phrases('ean; gtin; codice gtin; numero di identificazione commerciale globale'),
    isbn10: phrases('isbn-10; isbn 10'),
    isbn13: phrases('isbn-13; isbn 13'),
    language: phrases('lingua; lingue'),
    edition: phrases('edizione'),
    publisher: phrases('editore'),
    publicationDate: phrases('data di pubblicazione'),
    pages: phrases('lunghezza stampa; numero di pagine; pagine; lunghezza di stampa'),
    countryOfOrigin: phrases("paese di origine; paese d'origine; paese/regione di origine; paese di produzione"),
    releaseDate: phrases(`data di uscita; data di uscita del dvd; data uscita dvd; data di uscita del prodotto;
      data di rilascio; data versione originale; data di uscita originale`),
    firstAvailable: phrases(`disponibile su amazon a partire dal; disponibile su amazon dal;
      data di prima disponibilità; prima data di disponibilità; disponibile dal`),
    discontinued: phrases('fuori produzione; prodotto fuori produzione; articolo fuori produzione; non più prodotto'),
    warranty: phrases(`descrizione della garanzia; descrizione garanzia; garanzia del produttore; garanzia produttore;
      garanzia; tipo di garanzia`),
    batteriesRequired: phrases(`batterie necessarie; batterie richieste; necessita di batterie;
      sono necessarie le batterie; pile necessarie; richiede batterie`),
    batteries: phrases('batterie; pile; numero di batterie; batterie/pile'),
    batteriesNeeded: phrases('necessaria; necessarie; richiesta; richieste'),
    dimensions: phrases(`dimensioni prodotto; dimensioni del prodotto; dimensioni dell'articolo; dimensioni articolo;
      dimensioni; dimensioni articolo assemblato`),
    packageDimensions: phrases(`dimensioni della confezione; dimensioni del collo; dimensioni imballaggio;
      dimensioni dell'imballaggio; dimensioni pacco; dimensioni del pacco; dimensioni confezione`),
    weight: phrases("peso articolo; peso dell'articolo; peso prodotto; peso del prodotto; peso; peso netto"),
    packageWeight: phrases(`peso di spedizione; peso lordo; peso del collo; peso della confezione; peso spedizione;
      peso del pacco`),
    color: phrases('colore; nome colore; colore articolo'),
    size: phrases('taglia; dimensione; misura; dimensione articolo'),
    material: phrases(`materiale; tipo di materiale; materiali; tipo di tessuto; composizione materiale;
      materiale esterno; tessuto; tipo materiale`),
    boxContents: phrases(`componenti inclusi; contenuto della confezione; contenuto confezione;
      cosa c'è nella confezione; componenti in dotazione`),
    rank: phrases(`posizione nella classifica bestseller di amazon; posizione nella classifica bestseller;
      classifica bestseller di amazon`),
    rankAround: phrases('in'),
    pageCount: phrases('pagine; pagina'),
    yes: phrases('sì; si; vero'),
    no: phrases('no; falso'),
  },
  reviews: {
    reviewedIn: phrases(`Recensito in {country} il {date}; Recensito nel {country} il {date};
      Recensito nei {country} il {date}; Recensito negli {country} il {date}; Recensito nella {country} il {date};
      Recensito nelle {country} il {date}; Recensito a {country} il {date}; Recensito in {country} l'{date};
      Recensito nel {country} l'{date}; Recensito nei {country} l'{date}; Recensito negli {country} l'{date}`),
    articles: [],
    helpful: phrases('trovato utile'),
    onePerson: phrases('una persona'),
    twoPeople: [],
  },
  product: {
    brandByline: phrases(`Visita lo Store di {brand}; Visita lo Store {brand}; Visita il negozio di {brand};
      Marca: {brand}; Marchio: {brand}; Brand: {brand}`),
    brandBy: phrases('di'),
    smallBusiness: phrases('piccola impresa; piccole imprese; piccole e medie imprese'),
    format: phrases('formato'),
    deliverTo: phrases('Consegna a; Consegna in; Invia a; Spedisci a; Spedire a'),
    changeLocation: phrases('aggiorna*; cambia; scegli; seleziona*; modifica; inserisci'),
    soldBy: phrases('venditore; venduto da'),
    shipsFrom: phrases('spedizione; mittente; spedito'),
    returns: phrases('resi; reso; restituzion*; politica di reso; politica sui resi'),
    otherOffers: phrases(`altre {n} offerte; altre {n} opzioni; altri {n} venditori; {n} altre offerte;
      {n} altre opzioni; {n} altri venditori; {n} altra offerta`),
    subscription: phrases('iscri*; abbon*'),
    coupon: phrases('coupon; buono sconto'),
    priceFrom: phrases('da; a partire da'),
    perMonth: phrases('al mese'),
  },
  seller: {
    businessName: phrases(`nome aziendale; nome azienda; nome dell'azienda; nome dell'attività; nome attività;
      denominazione sociale; ragione sociale; denominazione commerciale; nome commerciale`),
    businessType: phrases('tipo di attività; tipo di azienda; tipo di impresa; forma giuridica'),
    tradeRegister: phrases(`numero di registro delle imprese; numero di registro commerciale;
      numero di iscrizione al registro*; registro delle imprese; registro imprese; numero rea`),
    vat: phrases('partita iva; numero iva'),
    phone: phrases('numero di telefono; telefono'),
    email: phrases('e-mail; indirizzo e-mail; email'),
    businessAddress: phrases(`indirizzo aziendale; indirizzo commerciale; indirizzo dell'attività;
      indirizzo dell'azienda; sede legale`),
    customerServiceAddress: phrases(`indirizzo del servizio clienti; indirizzo servizio clienti;
      indirizzo dell'assistenza clienti`),
    representative: phrases('rappresentante legale; legale rappresentante; rappresentante'),
    ratedBy: phrases('Da {author} il {date}; Di {author} il {date}'),
  },
  refusals: {
    notFound: phrases(`pagina non trovata; documento non trovato; impossibile trovare la pagina;
      non riusciamo a trovare la pagina; non abbiamo trovato la pagina; non riusciamo a trovare questa pagina`),
    failure: phrases(`si è verificato un errore; si è verificato un problema; qualcosa è andato storto;
      servizio non disponibile`),
    captcha: phrases('inserisci i caratteri; digita i caratteri; inserire i caratteri'),
    interstitial: phrases('fai clic sul pulsante; clicca sul pulsante; fare clic sul pulsante'),
  },
};
