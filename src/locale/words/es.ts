/** Spanish (Spain, Mexico, United States). */
import { lists, phrases, type Words } from './words.ts';

export const es: Words = {
  language: 'es',
  numbers: { decimal: ',', groupsBySpace: false, suffixes: { mil: 1e3, K: 1e3, M: 1e6 }, asides: [] },
  dates: {
    months: lists(`enero; ene; en. | febrero; feb; febr | marzo; mar; mzo | abril; abr | mayo; may; my. |
      junio; jun | julio; jul | agosto; ago; agto; ag. | septiembre; setiembre; sep; sept; set | octubre; oct |
      noviembre; nov | diciembre; dic`),
    weekdays: lists('lunes | martes | miércoles | jueves | viernes | sábado | domingo'),
    weekdaysShort: lists('lun; lu | mar; ma | mié; mier; mi | jue; ju | vie; vi | sáb; sá | dom; do'),
    today: phrases('hoy; esta noche'),
    tomorrow: phrases('mañana'),
    dayAfterTomorrow: phrases('pasado mañana'),
    overnight: phrases('durante la noche; de madrugada'),
    hours: phrases('h; hora; horas; hrs'),
    minutes: phrases('min; mins; minuto; minutos'),
    order: 'day-month',
    ordinals: phrases('º; ª'),
    links: phrases('de; del'),
    ranges: phrases('al; y; a; hasta'),
    articles: phrases('el; del; los'),
  },
  delivery: {
    free: phrases('gratis; gratuit*; sin coste; sin costo; sin cargo'),
    freeOtherwise: phrases(`devolución gratis; devoluciones gratis; devolución gratuita; devoluciones gratuitas;
      reembolso gratis; prueba gratis; prueba gratuita; cambio gratuito`),
    conditional: phrases(`gratis disponible; primer pedido; primera compra; en pedidos; en tu pedido;
      pedidos superiores; pedidos de más de; pedidos a partir; pedidos desde; pedido mínimo; pedidos elegibles;
      pedido elegible; pedido apto; pedidos aptos; pedidos que cumplan; compra mínima; en compras;
      en productos enviados; en artículos enviados; de productos enviados; de artículos enviados;
      productos enviados por; artículos enviados por; si gastas`),
    members: phrases(`miembros prime; miembros de prime; clientes prime; socios prime; usuarios prime; con prime;
      amazon prime; únete a prime; hazte prime; suscríbete a prime; prueba prime`),
    fastest: phrases('más rápid*; exprés; urgente; acelerad*'),
    shipping: phrases('envío*; entrega'),
  },
  conditions: {
    new: phrases('nuevo; nueva; nuevos'),
    used: phrases('usado; usada; usados; segunda mano; 2ª mano; 2.ª mano'),
    collectible: phrases('coleccionable*; coleccionista*; de colección'),
    likeNew: phrases('como nuevo; como nueva'),
    veryGood: phrases('muy bueno; muy buena; muy bien; muy buen estado; en muy buen estado'),
    good: phrases('bueno; buena; buen estado; bien'),
    acceptable: phrases('aceptable*'),
    other: phrases('reacondicionad*; restaurad*; renovad*; renewed; remanufacturad*'),
  },
  deals: {
    limitedTime: phrases('tiempo limitado; oferta temporal; oferta limitada'),
    lightning: phrases('oferta flash; ofertas flash; oferta relámpago; ofertas relámpago'),
    primeExclusive: phrases(`exclusivo prime; exclusiva prime; exclusivos prime; exclusivas prime; prime exclusiv*;
      exclusivo para prime; exclusiva para prime; exclusivo de prime; exclusiva de prime; miembros prime;
      miembros de prime; clientes prime; socios prime; con prime; precio prime`),
    none: [],
    notLive: phrases(`oferta finalizada; oferta ha finalizado; oferta terminada; oferta ha terminado;
      oferta flash finalizada; próxima oferta; próximas ofertas; oferta próxima; comienza en; comienza el;
      comienza pronto; empieza en; empieza el; empieza pronto; caducada; expirada; inicia en; disponible próximamente;
      próximamente disponible`),
    days: phrases('día; días'),
    hours: phrases('hora*; h; minuto*; min*; segundo*; seg'),
  },
  stock: {
    left: phrases(`solo queda(n) {n}; queda(n) {n}; solo quedan {n}; solo queda {n}; quedan {n} en stock;
      queda {n} en stock; solo hay {n}; solo {n} disponible*; solo {n} en stock; últimas {n} unidades; solo quedan: {n};
      queda solo {n}; quedan solo {n}`),
    inStock: phrases(`en stock; disponible; disponibilidad inmediata; normalmente se envía; suele enviarse; se envía en;
      envío en; enviado en un plazo`),
    outOfStock: phrases(`no disponible; no está disponible; fuera de stock; sin stock; sin existencias; no hay stock;
      agotad*`),
    negations: phrases('no; sin; ningún; ninguna'),
    backorder: phrases(`en stock el; en stock a partir; disponible el; disponible a partir del; pronto en stock;
      haz tu pedido ahora y; pídelo ahora y`),
    preorder: phrases(`preventa; pre-venta; reserva ya; resérvalo; reservar ahora; preordena*; preorden;
      saldrá a la venta; se publicará el; se lanzará; aún no ha salido; disponible para reserva; reserva anticipada`),
  },
  offers: {
    justLaunched: phrases(`acaba de empezar; recién lanzado; lanzado recientemente; acaba de comenzar; recién llegado;
      nuevo vendedor; vendedor nuevo; todavía no hay valoraciones; sin valoraciones; aún no hay comentarios`),
    importFees: phrases(`gastos de importación; cargos de importación; tarifas de importación; depósito de importación;
      impuestos de importación`),
    noImportFees: phrases(`sin gastos de importación; sin cargos de importación; sin tarifas de importación;
      sin depósito de importación`),
  },
  search: {
    oneResult: phrases('un resultado'),
    bought: phrases('comprado; comprados; compras'),
    pastMonth: phrases('el mes pasado; en el último mes; durante el último mes'),
    membersPrice: phrases(`precio exclusivo prime; precio exclusivo de prime; precio prime;
      exclusivo para clientes prime; exclusivo para miembros prime; exclusivamente para clientes prime`),
    buy: phrases('compra; comprar; comprarlo'),
    rent: phrases('alquilar; alquiler; para rentar; renta'),
    invitation: phrases('por invitación; con invitación'),
    lowestPrice: phrases('más bajo; mínimo'),
    usualPrice: phrases('mediano; mediana; medio; típico; habitual'),
    couponOff: phrases('ahorra*; cupón; descuento'),
    couponPrice: phrases('pagas; paga; pagarás; precio final; precio con; precio tras'),
    couponWith: phrases('con cupón; con el cupón'),
    brand: phrases('marca'),
  },
  details: {
    manufacturer: phrases('fabricante; nombre del fabricante; productor'),
    modelNumber: phrases(`número de modelo del producto; número de modelo del artículo; número de modelo;
      referencia del fabricante; modelo`),
    partNumber: phrases(`número de pieza; número de pieza del fabricante; número de parte;
      número de parte del fabricante; referencia; número de producto`),
    upc: phrases('upc; código upc'),
    ean: phrases('ean; gtin; código ean; número de identificación de comercio global'),
    isbn10: phrases('isbn-10; isbn 10'),
    isbn13: phrases('isbn-13; isbn 13'),
    language: phrases('idioma; idiomas'),
    edition: phrases('edición; número de edición'),
    publisher: phrases('editorial; editor'),
    publicationDate: phrases('fecha de publicación; fecha de edición'),
    pages: phrases(`longitud de impresión; número de páginas; longitud de la impresión;
      número de páginas de la edición impresa; páginas`),
    countryOfOrigin: phrases('país de origen; país/región de origen; país de fabricación'),
    releaseDate: phrases(`fecha de lanzamiento; fecha de lanzamiento del dvd; fecha de lanzamiento del producto;
      fecha de estreno; fecha de lanzamiento original; fecha original de lanzamiento; fecha de salida`),
    firstAvailable: phrases(`producto en amazon desde; fecha de disponibilidad en amazon; primera fecha disponible;
      disponible en amazon desde; disponible desde; fecha de primera disponibilidad;
      fecha en la que el producto estuvo disponible por primera vez; producto en amazon.com.mx desde`),
    discontinued: phrases(`descatalogado por el fabricante; descontinuado por el fabricante;
      producto descatalogado por el fabricante; está descontinuado por el fabricante`),
    warranty: phrases(`descripción de la garantía; descripción de garantía; garantía del fabricante; garantía;
      tipo de garantía; descripción de la garantía del fabricante`),
    batteriesRequired: phrases(`necesita baterías; necesita pilas; ¿necesita baterías?; ¿necesita pilas?;
      baterías requeridas; pilas necesarias; se requieren baterías; requiere baterías; ¿requiere baterías?;
      baterías necesarias; ¿se necesitan baterías?`),
    batteries: phrases(`baterías; pilas; pilas o baterías; baterías/pilas; número de baterías; pila(s) / batería(s);
      pilas / baterías; cantidad de pilas`),
    batteriesNeeded: phrases('necesaria; necesarias; requerida; requeridas'),
    dimensions: phrases(`dimensiones del producto; dimensiones del artículo; dimensiones; medidas del producto;
      dimensiones del artículo ensamblado`),
    packageDimensions: phrases(`dimensiones del paquete; dimensiones del embalaje; dimensiones del paquete del producto;
      dimensiones del paquete del artículo; dimensiones de la caja`),
    weight: phrases('peso del producto; peso del artículo; peso; peso neto'),
    packageWeight: phrases(`peso del paquete; peso del envío; peso de envío; peso bruto; peso del embalaje;
      peso del paquete del producto`),
    color: phrases('color; nombre del color; color del producto'),
    size: phrases('tamaño; talla; tamaño del producto; tamaño del artículo'),
    material: phrases(`material; tipo de material; materiales; tipo de tela; tipo de tejido; composición del material;
      material exterior; tejido; tipo de material(es)`),
    boxContents: phrases(`componentes incluidos; contenido de la caja; qué hay en la caja; contenido del paquete;
      accesorios incluidos`),
    rank: phrases(`clasificación en los más vendidos de amazon; clasificación en los más vendidos;
      clasificación en amazon; rango de más vendidos; ranking de los más vendidos; clasificación de los más vendidos`),
    rankAround: phrases('en'),
    pageCount: phrases('páginas; página'),
    yes: phrases('sí; si; verdadero'),
    no: phrases('no; falso'),
  },
  reviews: {
    reviewedIn: phrases(`Reseñado en {country} el {date}; Revisado en {country} el {date};
      Calificado en {country} el {date}; Evaluado en {country} el {date}; Opinado en {country} el {date};
      Valorado en {country} el {date}; Comentado en {country} el {date}; Opinión emitida en {country} el {date};
      Opinión valorada en {country} el {date}`),
    articles: phrases('los; las; el; la'),
    helpful: phrases('parecido esto útil; parecido útil'),
    onePerson: phrases('una persona'),
    twoPeople: [],
  },
  product: {
    brandByline: phrases(`Visita la tienda de {brand}; Visita la Store de {brand}; Visita la tienda {brand};
      Visitar la tienda de {brand}; Visitar la Store de {brand}; Marca: {brand}; Brand: {brand}`),
    brandBy: phrases('de; por'),
    smallBusiness: phrases('pequeña empresa; pequeñas empresas; pequeñas y medianas empresas; pyme; pymes'),
    format: phrases('formato'),
    deliverTo: phrases('Enviar a; Enviando a; Entrega en; Entregar en; Entregar a; Entregando en; Entrega a; Envío a'),
    changeLocation: phrases('actualiza*; cambia*; elige; elegir; selecciona*; modifica*; ingresa*'),
    soldBy: phrases('vendido por; vendedor'),
    shipsFrom: phrases('envío desde; se envía desde; remitente; enviado'),
    returns: phrases('devoluciones; devolución; política de devolución; política de devoluciones'),
    otherOffers: phrases(`otras {n} ofertas; otras {n} opciones; otros {n} vendedores; {n} ofertas más;
      {n} opciones más; {n} vendedores más; {n} otras ofertas; {n} otras opciones; {n} otros vendedores`),
    subscription: phrases('suscr*'),
    coupon: phrases('cupón; cupones'),
    priceFrom: phrases('desde; a partir de'),
    perMonth: phrases('al mes; por mes; mensual*'),
  },
  seller: {
    businessName: phrases('nombre comercial; razón social; nombre de la empresa'),
    businessType: phrases('tipo de negocio; tipo de empresa; forma jurídica'),
    tradeRegister: phrases(`número de registro mercantil; número del registro mercantil; registro mercantil;
      número de registro comercial`),
    vat: phrases('número de iva; número de identificación fiscal; nif; cif; rfc'),
    phone: phrases('número de teléfono; teléfono'),
    email: phrases('correo electrónico; dirección de correo electrónico; e-mail; email'),
    businessAddress: phrases('dirección comercial; dirección de la empresa; domicilio comercial'),
    customerServiceAddress: phrases(`dirección del servicio de atención al cliente; dirección de atención al cliente;
      dirección del servicio al cliente; dirección de servicio al cliente`),
    representative: phrases('representante legal; representante'),
    ratedBy: phrases('Por {author} el {date}; De {author} el {date}'),
  },
  refusals: {
    notFound: phrases(`página no encontrada; documento no encontrado; no se ha encontrado la página;
      no se encontró la página; no pudimos encontrar esa página; no hemos podido encontrar esa página;
      no encontramos esa página; no podemos encontrar esa página`),
    failure: phrases(`se ha producido un error; se produjo un error; ha ocurrido un error; algo salió mal;
      algo ha ido mal; servicio no disponible`),
    captcha: phrases(`introduce los caracteres; introduzca los caracteres; escribe los caracteres;
      ingresa los caracteres; escriba los caracteres`),
    interstitial: phrases('haz clic en el botón; haga clic en el botón'),
  },
};
