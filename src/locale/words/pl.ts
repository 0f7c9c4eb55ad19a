/** Polish. */
import { lists, phrases, type Words } from './words.ts';

export const pl: Words = {
  language: 'pl',
  numbers: {
    decimal: ',',
    groupsBySpace: true,
    suffixes: { 'tys.': 1e3, tys: 1e3, K: 1e3, mln: 1e6, M: 1e6 },
    asides: [],
  },
  dates: {
    months: lists(`styczeń; stycznia; sty | luty; lutego; lut | marzec; marca; mar | kwiecień; kwietnia; kwi |
      maj; maja | czerwiec; czerwca; cze | lipiec; lipca; lip | sierpień; sierpnia; sie |
      wrzesień; września; wrz | październik; października; paź | listopad; listopada; lis |
      grudzień; grudnia; gru`),
    weekdays: lists(`poniedziałek; poniedziałku | wtorek; wtorku | środa; środę; środy | czwartek; czwartku |
      piątek; piątku | sobota; sobotę; soboty | niedziela; niedzielę; niedzieli`),
    weekdaysShort: lists('pon | wt | śr | czw | pt | sob | niedz; nd; ndz'),
    today: phrases('dziś; dzisiaj'),
    tomorrow: phrases('jutro'),
    dayAfterTomorrow: phrases('pojutrze'),
    overnight: phrases('przez noc; w nocy'),
    hours: phrases('godz; godzina; godziny; godzin; h'),
    minutes: phrases('min; minuta; minuty; minut'),
    order: 'day-month',
    ordinals: phrases('.'),
    links: [],
    ranges: phrases('do; i; a; oraz'),
    articles: phrases('od; dnia; w'),
  },
  delivery: {
    free: phrases('bezpłatn*; darmow*; gratis; za darmo; bez opłat'),
    freeOtherwise: phrases(`bezpłatny zwrot; bezpłatne zwroty; bezpłatnego zwrotu; bezpłatnych zwrotów; darmowy zwrot;
      darmowe zwroty; darmowego zwrotu; bezpłatny okres; bezpłatna wymiana`),
    conditional: phrases(`darmowa dostawa dostępna; dostępna darmowa dostawa; pierwsze* zamówieni*;
      pierwszym zamówieniu; przy zamówieni*; przy zakupach; dla zamówień; na zamówienia; w przypadku zamówień;
      zamówień powyżej; zamówienia powyżej; zamówieniach powyżej; zamówień o wartości; kwalifikując*; minimalna wartość;
      minimalnej wartości`),
    members: phrases(`klienci prime; klientów prime; członkowie prime; członków prime; użytkownicy prime;
      użytkowników prime; z prime; dla prime; amazon prime; do prime; wypróbuj prime`),
    fastest: phrases('najszybsz*; szybsz*; ekspres*'),
    shipping: phrases('dostaw*; wysyłk*; przesyłk*'),
  },
  conditions: {
    new: phrases('nowy; nowa; nowe'),
    used: phrases('używan*; z drugiej ręki'),
    collectible: phrases('kolekcjonersk*'),
    likeNew: phrases('jak nowy; jak nowa; jak nowe'),
    veryGood: phrases('bardzo dobry; bardzo dobra; bardzo dobre; bardzo dobrym'),
    good: phrases('dobry; dobra; dobre; dobrym'),
    acceptable: phrases('akceptowaln*; dopuszczaln*; zadowalając*; dostateczn*'),
    other: phrases('odnowion*; regenerowan*; renewed; refurbished'),
  },
  deals: {
    limitedTime: phrases(`ograniczona czasowo; ograniczonej czasowo; ograniczona w czasie; oferta czasowa;
      okazja czasowa; oferta limitowana czasowo`),
    lightning: phrases('błyskawiczn*'),
    primeExclusive: phrases(`prime exclusive*; wyłącznie dla prime; tylko dla prime; klientów prime; członków prime;
      użytkowników prime; z prime; oferta prime; cena prime`),
    none: phrases('prime day; święto okazji prime'),
    notLive: phrases(`oferta zakończona; oferta zakończyła; oferta się zakończyła; okazja zakończona;
      promocja zakończona; nadchodząca oferta; nadchodząca okazja; nadchodząca promocja; nadchodzące oferty;
      nadchodzące okazje; zaczyna się; rozpoczyna się; rozpocznie się; wkrótce dostępn*; wygasła`),
    days: phrases('dzień; dni'),
    hours: phrases('godz*; h; minut*; min; sekund*'),
  },
  stock: {
    left: phrases(`zostało tylko {n}; zostało już tylko {n}; zostały tylko {n}; pozostało tylko {n};
      pozostało tylko: {n}; pozostały tylko {n}; pozostało już tylko {n}; tylko {n} w magazynie; tylko {n} szt;
      tylko {n} na stanie; ostatnie {n} szt; zostało {n} szt; zostały już tylko {n}; pozostały już tylko {n};
      zostały {n} szt`),
    inStock: phrases(`dostępny; dostępna; dostępne; w magazynie; na stanie; wysyłka w ciągu; zwykle wysyłan*;
      zazwyczaj wysyłan*`),
    outOfStock: phrases(`niedostępn*; nie jest dostępn*; brak w magazynie; brak na stanie; wyprzedan*; brak towaru;
      brak w sprzedaży`),
    negations: phrases('nie; brak; bez'),
    backorder: phrases('w magazynie od; dostępny od; dostępne od; dostępna od; wkrótce w magazynie; zamów teraz, a'),
    preorder: phrases(`przedsprzedaż*; przedpremier*; ukaże się; zamów przed premierą; zamówienie przed premierą;
      zostanie wydan*`),
  },
  offers: {
    justLaunched: phrases(`dopiero rozpoczął; właśnie rozpoczął; właśnie rozpoczęto; nowy sprzedawca; brak ocen;
      brak opinii; jeszcze nie oceniono`),
    importFees: phrases('opłaty importowe; opłata importowa; opłat importowych; cło; należności importowe'),
    noImportFees: phrases('brak opłat importowych; bez opłat importowych'),
  },
  search: {
    oneResult: phrases('jeden wynik'),
    bought: phrases('kupiono; kupione; kupionych; zakupiono; zakupionych'),
    pastMonth: phrases('w zeszłym miesiącu; w ostatnim miesiącu; w ciągu ostatniego miesiąca'),
    membersPrice: phrases('cena prime; wyłącznie dla członków prime; wyłącznie dla klientów prime'),
    buy: phrases('kup*; zakup*'),
    rent: phrases('wypożycz*'),
    invitation: phrases('na zaproszenie'),
    lowestPrice: phrases('najniższ*'),
    usualPrice: phrases('mediana; mediany; średnia; typowa'),
    couponOff: phrases('kupon*; oszczędź; zniżk*; rabat*'),
    couponPrice: phrases('zapłacisz; płacisz; zapłać; cena końcowa; cena po; cena z'),
    couponWith: phrases('z kuponem'),
    brand: phrases('marka'),
  },
  details: {
    manufacturer: phrases('producent; nazwa producenta'),
    modelNumber: phrases(`numer modelu produktu; numer modelu; numer modelu przedmiotu; numer modelu artykułu; model;
      numer referencyjny producenta`),
    partNumber: phrases(`numer części; numer części producenta; numer referencyjny producenta; numer katalogowy;
      numer katalogowy producenta; numer katalogowy części`),
    upc: phrases('upc'),
    ean: phrases(`ean; gtin; kod ean; globalny numer jednostki handlowej;
      globalny numer identyfikacyjny artykułu handlowego`),
    isbn10: phrases('isbn-10; isbn 10'),
    isbn13: phrases('isbn-13; isbn 13'),
    language: phrases('język; języki'),
    edition: phrases('wydanie; edycja'),
    publisher: phrases('wydawca; wydawnictwo'),
    publicationDate: phrases('data publikacji; data wydania'),
    pages: phrases('długość wersji drukowanej; liczba stron; długość druku; długość wydruku; strony'),
    countryOfOrigin: phrases('kraj pochodzenia; kraj/region pochodzenia; kraj produkcji'),
    releaseDate: phrases(`data premiery; data wydania; data wydania dvd; data wydania produktu; pierwotna data premiery;
      oryginalna data wydania`),
    firstAvailable: phrases(`data pierwszej dostępności; data pierwszej dostępności na amazon; dostępny w amazon od;
      data pierwszego udostępnienia; pierwsza dostępna data; w ofercie amazon od`),
    discontinued: phrases(`wycofane przez producenta; wycofany przez producenta; produkcja zakończona przez producenta;
      produkt wycofany przez producenta; zaprzestano produkcji przez producenta`),
    warranty: phrases('opis gwarancji; gwarancja producenta; gwarancja; rodzaj gwarancji; typ gwarancji'),
    batteriesRequired: phrases(`wymagane baterie; wymagane baterie?; baterie wymagane; czy wymagane są baterie;
      czy wymagane są baterie?; wymaga baterii; czy baterie są wymagane?; czy potrzebne są baterie`),
    batteries: phrases('baterie; liczba baterii; bateria; baterie/akumulatory'),
    batteriesNeeded: phrases('wymagane; wymagana; wymagany; potrzebne'),
    dimensions: phrases('wymiary produktu; wymiary przedmiotu; wymiary artykułu; wymiary'),
    packageDimensions: phrases(`wymiary opakowania; wymiary paczki; wymiary opakowania produktu;
      wymiary opakowania przedmiotu`),
    weight: phrases(`waga produktu; masa produktu; waga przedmiotu; waga; masa; masa artykułu; masa netto;
      waga artykułu; masa przedmiotu`),
    packageWeight: phrases(`waga opakowania; waga przesyłki; masa paczki; masa brutto; waga paczki; masa przesyłki;
      masa opakowania`),
    color: phrases('kolor; nazwa koloru; kolor produktu'),
    size: phrases('rozmiar; wielkość; rozmiar produktu'),
    material: phrases(`materiał; rodzaj materiału; typ materiału; materiały; rodzaj tkaniny; skład materiału; tkanina;
      materiał zewnętrzny; typ tkaniny`),
    boxContents: phrases(`dołączone komponenty; zawartość opakowania; zawartość zestawu; elementy w zestawie;
      zawarte komponenty; zawartość pudełka; dołączone elementy`),
    rank: phrases(`ranking najlepiej sprzedających się produktów;
      pozycja w rankingu najlepiej sprzedających się produktów; najlepsi sprzedawcy – ranking; ranking bestsellerów;
      pozycja w rankingu bestsellerów; miejsce w rankingu bestsellerów; pozycja w rankingu bestsellerów amazon;
      ranking najlepszych sprzedawców`),
    rankAround: phrases('w kategorii; w; miejsce; pozycja'),
    pageCount: phrases('stron; strony; str.; strona'),
    yes: phrases('tak; prawda'),
    no: phrases('nie; fałsz'),
  },
  reviews: {
    reviewedIn: phrases(`Zrecenzowano w {country} w dniu {date}; Zrecenzowano w {country} dnia {date};
      Zrecenzowano w: {country} dnia {date}; Zrecenzowano we {country} dnia {date}; Recenzja w {country} dnia {date};
      Opinia z {country} z dnia {date}; Opinia z {country} z {date}; Recenzja z {country} z {date};
      Oceniono w {country} dnia {date}; Oceniono w {country} w dniu {date}; Oceniono w {country} {date};
      Zrecenzowano w {country} {date}; Zrecenzowano we {country} {date}; Recenzja z {country} z dnia {date};
      Zweryfikowana opinia z {country} z {date}`),
    articles: [],
    helpful: phrases('to za przydatne'),
    onePerson: phrases('jedna osoba'),
    twoPeople: [],
  },
  product: {
    brandByline: phrases(`Odwiedź sklep marki {brand}; Odwiedź sklep {brand}; Odwiedź markowy sklep {brand};
      Marka: {brand}`),
    brandBy: phrases('od'),
    smallBusiness: phrases('mała firma; małej firmy; małe firmy; małych firm'),
    format: phrases('format'),
    deliverTo: phrases('Dostawa do; Dostarcz do; Dostarczanie do; Wyślij do; Wysyłka do; Adres dostawy:'),
    changeLocation: phrases('zaktualizuj; aktualizuj; zmień; wybierz'),
    soldBy: phrases('sprzedawane przez; sprzedawca; sprzedaje'),
    shipsFrom: phrases('wysyłka z; wysyłka przez; wysyła; nadawca; wysłane; wysyłane'),
    returns: phrases('zwroty; zwrot; zasady zwrotów; polityka zwrotów'),
    otherOffers: phrases('{n} inne opcje; {n} innych opcji; {n} inne oferty; {n} innych ofert; {n} innych sprzedawców'),
    subscription: phrases('subskryb*; subskrypc*'),
    coupon: phrases('kupon*'),
    priceFrom: phrases('od; cena od; ceny od'),
    perMonth: phrases('miesięcznie; na miesiąc'),
  },
  seller: {
    businessName: phrases('nazwa firmy; nazwa przedsiębiorstwa'),
    businessType: phrases('rodzaj działalności; typ działalności; rodzaj firmy; typ firmy'),
    tradeRegister: phrases('numer w rejestrze handlowym; numer rejestru handlowego; rejestr handlowy; numer krs'),
    vat: phrases('numer vat; numer nip; nip; numer identyfikacji podatkowej'),
    phone: phrases('numer telefonu; telefon'),
    email: phrases('e-mail; adres e-mail; email'),
    businessAddress: phrases('adres firmy; adres przedsiębiorstwa; adres prowadzenia działalności'),
    customerServiceAddress: phrases('adres działu obsługi klienta; adres obsługi klienta'),
    representative: phrases('przedstawiciel prawny; przedstawiciel ustawowy; przedstawiciel'),
    ratedBy: phrases('Autor: {author}, {date}; Przez {author} dnia {date}; Przez {author}, {date}'),
  },
  refusals: {
    notFound: phrases(`nie znaleziono strony; strony nie znaleziono; strona nie została znaleziona;
      nie możemy znaleźć tej strony; nie udało się znaleźć tej strony; nie mogliśmy znaleźć tej strony`),
    failure: phrases(`coś poszło nie tak; wystąpił błąd; wystąpił problem; usługa niedostępna;
      usługa jest niedostępna`),
    captcha: phrases('wpisz znaki; wprowadź znaki; przepisz znaki'),
    interstitial: phrases('kliknij przycisk poniżej; kliknij poniższy przycisk'),
  },
};
