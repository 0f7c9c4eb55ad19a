/** Turkish. */
import { lists, phrases, type Words } from './words.ts';

export const tr: Words = {
  language: 'tr',
  numbers: { decimal: ',', groupsBySpace: false, suffixes: { B: 1e3, bin: 1e3, K: 1e3, Mn: 1e6, M: 1e6 }, asides: [] },
  dates: {
    months: lists(`ocak; oca | şubat; şub | mart; mar | nisan; nis | mayıs; may | haziran; haz | temmuz; tem |
      ağustos; ağu | eylül; eyl | ekim; eki | kasım; kas | aralık; ara`),
    weekdays: lists('pazartesi | salı | çarşamba | perşembe | cuma | cumartesi | pazar'),
    weekdaysShort: lists('pzt; pts | sal | çar; çrş | per; prş | cum | cmt; cts | paz'),
    today: phrases('bugün; bu akşam'),
    tomorrow: phrases('yarın'),
    dayAfterTomorrow: phrases('öbür gün; yarından sonra'),
    overnight: phrases('gece boyunca; bu gece'),
    hours: phrases('saat; sa'),
    minutes: phrases('dakika; dk'),
    order: 'day-month',
    ordinals: phrases('.'),
    links: [],
    ranges: phrases('ile; ve; ila'),
    articles: [],
  },
  delivery: {
    free: phrases('ücretsiz; bedava'),
    freeOtherwise: phrases('ücretsiz iade*; ücretsiz değişim; ücretsiz dene*'),
    conditional: phrases(`ücretsiz kargo mevcut; ücretsiz teslimat mevcut; ilk sipariş*; ilk alışveriş*; üzeri sipariş*;
      üzeri alışveriş*; üzerindeki sipariş*; ve üzeri; siparişlerde; siparişlerinizde; uygun sipariş*; minimum sipariş*;
      alışverişlerde; alışverişlerinizde; sepet tutarı*`),
    members: phrases("prime üye*; prime müşteri*; prime ile; prime'a; amazon prime"),
    fastest: phrases('en hızlı; hızlı teslimat; daha hızlı; ekspres'),
    shipping: phrases('kargo*; teslimat*; gönderim*'),
  },
  conditions: {
    new: phrases('yeni; sıfır'),
    used: phrases('kullanılmış; ikinci el; 2. el'),
    collectible: phrases('koleksiyon*'),
    likeNew: phrases('yeni gibi; sıfır gibi'),
    veryGood: phrases('çok iyi'),
    good: phrases('iyi'),
    acceptable: phrases('kabul edilebilir'),
    other: phrases('yenilenmiş; onarılmış; renewed'),
  },
  deals: {
    limitedTime: phrases('sınırlı süreli*; sınırlı süre; kısa süreli*; süreli fırsat*'),
    lightning: phrases('yıldırım*; şimşek*; flaş fırsat*; flaş indirim*'),
    primeExclusive: phrases(`prime'a özel; prime a özel; prime özel; prime üye*; prime müşteri*; prime ile;
      prime fiyatı`),
    none: [],
    notLive: phrases(`fırsat sona erdi; fırsatı sona erdi; fırsat bitti; kampanya sona erdi; indirim sona erdi;
      yaklaşan fırsat*; gelecek fırsat*; başlayacak*; sonra başlıyor; yakında başlıyor; süresi doldu`),
    days: phrases('gün'),
    hours: phrases('saat; sa; dakika; dk; saniye; sn'),
  },
  stock: {
    left: phrases(`stokta sadece {n}; stokta yalnızca {n}; stokta {n} adet kaldı; sadece {n} adet kaldı;
      yalnızca {n} adet kaldı; sadece {n} adet; son {n} adet; stokta son {n}; {n} adet kaldı; {n} ürün kaldı;
      son {n} ürün`),
    inStock: phrases(`stokta; mevcut; gün içinde kargo*; gün içinde gönderil*; genellikle; satıcılardan temin;
      satıcılarda mevcut`),
    outOfStock: phrases(`stokta yok; mevcut değil; tükendi; stok yok; stokta bulunmu*; stokta kalmadı;
      stoklarımızda yok; temin edilem*`),
    negations: phrases('değil; yok'),
    backorder: phrases('tarihinde stokta; yakında stokta; şimdi sipariş verin'),
    preorder: phrases(`ön sipariş*; önsipariş*; ön satış*; henüz yayınlanmadı; henüz piyasaya çıkmadı; piyasaya çıkacak;
      yayınlanacak*`),
  },
  offers: {
    justLaunched: phrases(`yeni başladı; yeni satıcı; henüz değerlendirme yok; henüz puan yok;
      henüz geri bildirim yok`),
    importFees: phrases('ithalat ücret*; ithalat masraf*; gümrük vergi*; ithalat vergi*'),
    noImportFees: phrases('ithalat ücreti yok; ithalat vergisi yok; gümrük vergisi yok'),
  },
  search: {
    oneResult: phrases('bir sonuç'),
    bought: phrases('satın alındı; satın alınan; satın alım; satın aldı'),
    pastMonth: phrases('geçen ay; geçtiğimiz ay; son bir ayda; son 1 ayda'),
    membersPrice: phrases("prime'a özel fiyat; prime özel fiyat*; prime üyelerine özel; prime fiyatı"),
    buy: phrases('satın al*'),
    rent: phrases('kirala*'),
    invitation: phrases('davetle; davetiye ile'),
    lowestPrice: phrases('en düşük'),
    usualPrice: phrases('medyan*; ortalama*'),
    couponOff: phrases('kupon*; indirim*; tasarruf*'),
    couponPrice: phrases('ödeyeceğiniz; ödersiniz; ödeyin; son fiyat; kuponlu fiyat; kupon sonrası'),
    couponWith: phrases('kuponla; kuponuyla; kuponlu'),
    brand: phrases('marka'),
  },
  details: {
    manufacturer: phrases('üretici; imalatçı; üretici adı; üretici firma'),
    modelNumber: phrases(`ürün model numarası; model numarası; öğe model numarası; üretici model numarası; model;
      üretici referansı; üretici referans numarası`),
    partNumber: phrases('parça numarası; üretici parça numarası; üretici referansı; üretici referans numarası'),
    upc: phrases('upc'),
    ean: phrases('ean; gtin; barkod; küresel ticari ürün numarası; küresel ticari kimlik numarası'),
    isbn10: phrases('isbn-10; isbn 10'),
    isbn13: phrases('isbn-13; isbn 13'),
    language: phrases('dil; diller'),
    edition: phrases('baskı; basım; edisyon'),
    publisher: phrases('yayıncı; yayınevi; yayımcı'),
    publicationDate: phrases('yayınlanma tarihi; yayım tarihi; yayın tarihi; basım tarihi'),
    pages: phrases('baskı uzunluğu; sayfa sayısı; basılı kitap uzunluğu; sayfa'),
    countryOfOrigin: phrases('menşe ülke; menşei; menşe; üretildiği ülke; üretim yeri; menşe ülkesi; menşei ülke'),
    releaseDate: phrases(`çıkış tarihi; yayınlanma tarihi; piyasaya çıkış tarihi; ürün çıkış tarihi; dvd çıkış tarihi;
      orijinal yayınlanma tarihi`),
    firstAvailable: phrases(`amazon'da satışa sunulduğu ilk tarih; satışa sunulduğu ilk tarih; ilk satış tarihi;
      ürünün ilk satışa sunulduğu tarih; amazon tr'de satışa sunulduğu ilk tarih`),
    discontinued: phrases(`üretici tarafından üretimine son verildi; üretimi durduruldu;
      üretici tarafından durduruldu mu; üretici tarafından üretimine son verilmiştir`),
    warranty: phrases('garanti açıklaması; üretici garantisi; garanti; garanti türü; garanti süresi; garanti tanımı'),
    batteriesRequired: phrases(`pil gerekli; pil gerekli mi; pil gerekli mi?; piller gerekli; piller gerekli mi?;
      pil gereklidir; batarya gerekli mi?; piller gereklidir`),
    batteries: phrases('piller; pil; pil sayısı; bataryalar'),
    batteriesNeeded: phrases('gerekli; gereklidir; gerekir'),
    dimensions: phrases('ürün boyutları; ürün ölçüleri; öğe boyutları; boyutlar; ürünün boyutları; ürün boyutu'),
    packageDimensions: phrases(`paket boyutları; ambalaj boyutları; paket ölçüleri; ürün paket boyutları;
      koli boyutları`),
    weight: phrases('ürün ağırlığı; öğe ağırlığı; ağırlık; net ağırlık'),
    packageWeight: phrases('paket ağırlığı; kargo ağırlığı; ambalaj ağırlığı; brüt ağırlık; gönderim ağırlığı'),
    color: phrases('renk; renk adı; ürün rengi'),
    size: phrases('boyut; beden; ebat; ürün boyu'),
    material: phrases('malzeme; materyal; malzeme türü; kumaş türü; malzeme bileşimi; kumaş; dış malzeme'),
    boxContents: phrases(`dahil olan bileşenler; kutu içeriği; kutunun içindekiler; dahil edilen bileşenler;
      paket içeriği; birlikte verilen bileşenler`),
    rank: phrases(`en çok satanlar sıralaması; amazon en çok satanlar sıralaması; en çok satanlar sırası;
      çok satanlar sıralaması; en iyi satıcılar sıralaması`),
    rankAround: phrases('kategorisinde; sırada; numara; sıra; içinde'),
    pageCount: phrases('sayfa'),
    yes: phrases('evet; doğru'),
    no: phrases('hayır; yanlış'),
  },
  reviews: {
    reviewedIn: phrases(`{date} tarihinde {country}'de değerlendirildi; {date} tarihinde {country}'da değerlendirildi;
      {date} tarihinde {country}'te değerlendirildi; {date} tarihinde {country}'ta değerlendirildi;
      {date} tarihinde {country}'nde değerlendirildi; {date} tarihinde {country}'nda değerlendirildi;
      {date} tarihinde {country} içinde değerlendirildi; {date} tarihinde {country} ülkesinde değerlendirildi;
      {country}'de {date} tarihinde değerlendirildi; {country}'da {date} tarihinde değerlendirildi;
      {country}'te {date} tarihinde değerlendirildi; {country}'ta {date} tarihinde değerlendirildi;
      {country}'nde {date} tarihinde değerlendirildi; {country}'nda {date} tarihinde değerlendirildi;
      İncelendiği ülke: {country}. {date} tarihinde incelendi`),
    articles: [],
    helpful: phrases('bunu faydalı buldu'),
    onePerson: phrases('bir kişi'),
    twoPeople: [],
  },
  product: {
    brandByline: phrases(`{brand} Store'u ziyaret edin; {brand} Mağazası'nı ziyaret edin;
      {brand} Mağazasını ziyaret edin; {brand} Mağazasını Ziyaret Edin; Marka: {brand}`),
    brandBy: [],
    smallBusiness: phrases('küçük işletme*; kobi'),
    format: phrases('format; biçim'),
    deliverTo: phrases(`Teslimat adresi:; Teslimat adresi; Teslimat konumu:; Teslimat konumu; Teslimat yeri:;
      Teslimat yeri; Gönderim yeri:`),
    changeLocation: phrases('güncelle*; değiştir*; seç*'),
    soldBy: phrases('satıcı; satan'),
    shipsFrom: phrases('gönderici; gönderen; gönderim yeri; gönderilir; gönderimi'),
    returns: phrases('iade*; iade politikası; iade koşulları'),
    otherOffers: phrases(`diğer {n} seçen*; diğer {n} teklif*; diğer {n} satıcı*; {n} diğer seçen*; {n} diğer teklif*;
      {n} diğer satıcı*; {n} farklı seçen*`),
    subscription: phrases('abone*'),
    coupon: phrases('kupon*'),
    priceFrom: phrases('başlayan fiyatlarla'),
    perMonth: phrases('ayda; aylık'),
  },
  seller: {
    businessName: phrases('işletme adı; ticari unvan; ticaret unvanı; şirket adı'),
    businessType: phrases('işletme türü; şirket türü'),
    tradeRegister: phrases('ticaret sicil numarası; ticaret sicil no; mersis numarası; mersis no'),
    vat: phrases('vergi numarası; vergi kimlik numarası; vergi no; kdv numarası'),
    phone: phrases('telefon numarası; telefon'),
    email: phrases('e-posta; e-posta adresi'),
    businessAddress: phrases('iş adresi; işletme adresi; ticari adres; şirket adresi'),
    customerServiceAddress: phrases('müşteri hizmetleri adresi'),
    representative: phrases('yasal temsilci; temsilci'),
    ratedBy: phrases('{author} tarafından {date} tarihinde'),
  },
  refusals: {
    notFound: phrases('sayfa bulunamadı; belge bulunamadı; sayfayı bulamadık; sayfayı bulamıyoruz'),
    failure: phrases(`bir şeyler ters gitti; bir hata oluştu; bir sorun oluştu; hizmet kullanılamıyor;
      hizmet şu anda kullanılamıyor`),
    captcha: phrases('karakterleri girin; karakterleri yazın'),
    interstitial: phrases('aşağıdaki düğmeye tıklayın; aşağıdaki butona tıklayın'),
  },
};
