/** Portuguese (Brazil, and amazon.es in Portuguese). */
import { lists, phrases, type Words } from './words.ts';

export const pt: Words = {
  language: 'pt',
  numbers: { decimal: ',', groupsBySpace: true, suffixes: { mil: 1e3, mi: 1e6, K: 1e3, M: 1e6 }, asides: [] },
  dates: {
    months: lists(`janeiro; jan | fevereiro; fev | março; mar | abril; abr | maio; mai | junho; jun |
      julho; jul | agosto; ago | setembro; set | outubro; out | novembro; nov | dezembro; dez`),
    weekdays: ['segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado', 'domingo'].map(
      phrases,
    ),
    weekdaysShort: ['segunda; seg', 'terça; ter', 'quarta; qua', 'quinta; qui', 'sexta; sex', 'sáb', 'dom'].map(
      phrases,
    ),
    today: phrases('hoje'),
    tomorrow: phrases('amanhã'),
    dayAfterTomorrow: phrases('depois de amanhã'),
    overnight: phrases('durante a noite; de madrugada'),
    hours: phrases('h; hora; horas; hrs'),
    minutes: phrases('min; mins; minuto; minutos'),
    order: 'day-month',
    ordinals: phrases('º; ª'),
    links: phrases('de; do'),
    ranges: phrases('a; e; até; ao'),
    articles: phrases('o; do; dia; os'),
  },
  delivery: {
    free: phrases('grátis; gratuit*; sem custo; sem custos'),
    freeOtherwise: phrases(`devolução grátis; devoluções grátis; devolução gratuita; devoluções gratuitas; troca grátis;
      teste grátis; avaliação gratuita`),
    conditional: phrases(`grátis disponível; primeiro pedido; primeira compra; primeira encomenda; em pedidos;
      no seu pedido; em encomendas; nas encomendas; pedidos acima; pedidos a partir; encomendas superiores;
      encomendas acima; em compras; compras acima; pedidos elegíveis; pedido elegível; encomenda elegível;
      encomendas elegíveis; pedido mínimo; compra mínima; em produtos enviados; em itens enviados; de itens enviados;
      de produtos enviados; enviados pela amazon; se gastar`),
    members: phrases(`membros prime; membro prime; membros do prime; clientes prime; assinantes prime; com prime;
      amazon prime; assine o prime; experimente o prime; adira ao prime`),
    fastest: phrases('mais rápid*; express*; acelerad*'),
    shipping: phrases('envio; frete; entrega; portes'),
  },
  conditions: {
    new: phrases('novo; nova; novos'),
    used: phrases('usado; usada; usados; segunda mão'),
    collectible: phrases('colecionáve*; coleccionáve*; de coleção; para colecionadores'),
    likeNew: phrases('como novo; como nova; estado de novo'),
    veryGood: phrases('muito bom; muito boa; muito bom estado; em muito bom estado'),
    good: phrases('bom; boa; bom estado; em bom estado'),
    acceptable: phrases('aceitáve*'),
    other: phrases('recondicionad*; renovad*; remanufaturad*; renewed; restaurad*'),
  },
  deals: {
    limitedTime: phrases('tempo limitado; oferta limitada'),
    lightning: phrases('oferta relâmpago; ofertas relâmpago; oferta flash; ofertas flash'),
    primeExclusive: phrases(`exclusivo prime; exclusiva prime; exclusivos prime; exclusivas prime; prime exclusiv*;
      exclusivo para prime; exclusiva para prime; exclusivo do prime; membros prime; membro prime; assinantes prime;
      clientes prime; com prime; preço prime`),
    none: [],
    notLive: phrases(`oferta encerrada; oferta finalizada; oferta terminada; oferta expirou; promoção encerrada;
      promoção terminada; próxima oferta; próximas ofertas; começa em; começa às; expirada; inicia em; inicia às;
      disponível em breve; em breve disponível`),
    days: phrases('dia; dias'),
    hours: phrases('hora*; h; minuto*; min*; segundo*; seg'),
  },
  stock: {
    left: phrases(`apenas {n} em estoque; só {n} em estoque; somente {n} em estoque; restam apenas {n};
      resta apenas {n}; restam {n}; resta(m) {n}; só restam {n}; só resta {n}; apenas {n} em stock;
      apenas {n} restante*; apenas {n} unidade*; apenas {n} disponíve*; restam só {n}; resta só {n};
      restam somente {n}`),
    inStock: phrases(`em estoque; em stock; disponíve*; geralmente enviado; normalmente enviado; enviado em; envio em;
      envia em`),
    outOfStock: phrases(`não disponíve*; não está disponíve*; indisponíve*; fora de estoque; fora de stock; sem estoque;
      sem stock; esgotad*`),
    negations: phrases('não; sem; nenhum*'),
    backorder: phrases(`em estoque em breve; em estoque a partir; em stock a partir; em stock em breve;
      disponível a partir; faça o pedido agora e`),
    preorder: phrases(`pré-venda; pré venda; pré-encomend*; pré-compra*; será lançad*; será publicad*;
      ainda não foi lançado; ainda não lançado`),
  },
  offers: {
    justLaunched: phrases(`recém-lançado; recém lançado; lançado recentemente; novo vendedor; vendedor novo;
      ainda não há avaliações; sem avaliações`),
    importFees: phrases('taxas de importação; taxa de importação; impostos de importação; encargos de importação'),
    noImportFees: phrases(`sem taxas de importação; sem taxa de importação; sem impostos de importação;
      sem encargos de importação`),
  },
  search: {
    oneResult: phrases('um resultado'),
    bought: phrases('compra; compras; comprado; comprados'),
    pastMonth: phrases('no mês passado; no último mês'),
    membersPrice: phrases(`preço exclusivo prime; preço prime; exclusivo para membros prime;
      exclusivamente para membros prime`),
    buy: phrases('compra; comprar'),
    rent: phrases('alugar; aluguel'),
    invitation: phrases('por convite; mediante convite'),
    lowestPrice: phrases('mais baixo; menor; mínimo'),
    usualPrice: phrases('mediano; mediana; médio; típico; habitual'),
    couponOff: phrases('economize; poupe; cupom; cupão; desconto'),
    couponPrice: phrases('paga; pague; preço final; preço com; preço após'),
    couponWith: phrases('com cupom; com o cupom; com cupão'),
    brand: phrases('marca'),
  },
  details: {
    manufacturer: phrases('fabricante; produtor; nome do fabricante'),
    modelNumber: phrases(`número do modelo; número do modelo do produto; número de modelo; referência do fabricante;
      número do modelo do artigo; modelo`),
    partNumber: phrases(`número da peça; número da peça do fabricante; referência da peça; número de peça;
      número da parte; código da peça`),
    upc: phrases('upc'),
    ean: phrases('ean; gtin; código ean; código de barras; número global de item comercial'),
    isbn10: phrases('isbn-10; isbn 10'),
    isbn13: phrases('isbn-13; isbn 13'),
    language: phrases('idioma; idiomas; língua'),
    edition: phrases('edição; número da edição'),
    publisher: phrases('editora; editor'),
    publicationDate: phrases('data da publicação; data de publicação'),
    pages: phrases(`número de páginas; comprimento da impressão; comprimento de impressão; quantidade de páginas;
      tamanho da impressão; páginas`),
    countryOfOrigin: phrases('país de origem; país/região de origem; país de fabricação; país de fabrico'),
    releaseDate: phrases(`data de lançamento; data do lançamento; data de lançamento do dvd;
      data de lançamento do produto; data de lançamento original; lançamento`),
    firstAvailable: phrases(`disponível para compra desde; primeira data disponível; data de disponibilidade;
      data da primeira disponibilidade; data em que foi disponibilizado pela primeira vez; primeiro disponível em`),
    discontinued: phrases(`produto descontinuado pelo fabricante; descontinuado pelo fabricante;
      é descontinuado pelo fabricante; descontinuado pelo produtor; foi descontinuado pelo fabricante`),
    warranty: phrases(`descrição da garantia; garantia do fabricante; garantia; tipo de garantia;
      descrição da garantia do fabricante`),
    batteriesRequired: phrases(`funciona a bateria ou pilha?; funciona a bateria ou pilha; necessita de pilhas?;
      necessita de pilhas; necessita de baterias; necessita de baterias?; baterias necessárias; pilhas necessárias;
      pilhas ou baterias necessárias; requer baterias; baterias são necessárias?`),
    batteries: phrases(`pilha(s) ou bateria(s); pilhas; baterias; pilhas ou baterias; pilha(s); número de baterias;
      número de pilhas`),
    batteriesNeeded: phrases('necessária; necessárias; requeridas'),
    dimensions: phrases(`dimensões do produto; dimensões do item; dimensões do artigo; dimensões;
      dimensões do produto montado`),
    packageDimensions: phrases(`dimensões do pacote; dimensões da embalagem; dimensões da embalagem do produto;
      dimensões da embalagem do item`),
    weight: phrases('peso do produto; peso do item; peso do artigo; peso; peso líquido'),
    packageWeight: phrases('peso do pacote; peso da embalagem; peso de envio; peso bruto; peso da encomenda'),
    color: phrases('cor; nome da cor; cor do produto'),
    size: phrases('tamanho; tamanho do produto; tamanho do item'),
    material: phrases(`material; tipo de material; materiais; tipo de tecido; composição do material; material externo;
      tecido; composição`),
    boxContents: phrases(`componentes inclusos; componentes incluídos; conteúdo da caixa; conteúdo da embalagem;
      o que há na caixa; itens inclusos; conteúdo do pacote`),
    rank: phrases(`ranking dos mais vendidos; classificação dos produtos mais vendidos;
      classificação dos mais vendidos da amazon; classificação de vendas; posição nos mais vendidos`),
    rankAround: phrases('em'),
    pageCount: phrases('páginas; página'),
    yes: phrases('sim; verdadeiro'),
    no: phrases('não; falso'),
  },
  reviews: {
    reviewedIn: phrases(`Avaliado no {country} em {date}; Avaliado na {country} em {date};
      Avaliado nos {country} em {date}; Avaliado nas {country} em {date}; Avaliado em {country} em {date};
      Avaliado no {country} a {date}; Avaliado na {country} a {date}; Avaliado nos {country} a {date};
      Avaliado em {country} a {date}; Revisto no {country} em {date}; Revisto na {country} em {date};
      Revisto em {country} em {date}; Avaliação em {country} em {date}`),
    articles: phrases('o; a; os; as'),
    helpful: phrases('acharam isso útil; achou isso útil; consideraram isto útil; considerou isto útil'),
    onePerson: phrases('uma pessoa'),
    twoPeople: [],
  },
  product: {
    brandByline: phrases(`Visite a Loja da {brand} (em Espanhol); Visite a Loja da {brand}; Visite a Loja do {brand};
      Visite a Loja de {brand}; Visite a Loja {brand} (em Espanhol); Visite a Loja {brand}; Visite a página da {brand};
      Marca: {brand}`),
    brandBy: phrases('de; por'),
    smallBusiness: phrases('pequena empresa; pequenas empresas; pequenas e médias empresas'),
    format: phrases('formato'),
    deliverTo: phrases(`A entrega será feita em; Entregando em; Entregar em; Entregar a; Entrega em; Enviar para;
      Enviar a; Enviando para`),
    changeLocation: phrases('atualiz*; alterar; altere; selecion*; escolh*; mudar; inserir'),
    soldBy: phrases('vendido por; vendedor'),
    shipsFrom: phrases('remetente; envio por; enviado; entregue'),
    returns: phrases('devoluções; devolução; política de devolução; política de devoluções'),
    otherOffers: phrases(`outras {n} ofertas; outras {n} opções; outros {n} vendedores; {n} outras ofertas;
      {n} outras opções; {n} outros vendedores`),
    subscription: phrases('programe e poupe; recorrência; assin*; subscr*'),
    coupon: phrases('cupom; cupão'),
    priceFrom: phrases('a partir de; desde'),
    perMonth: phrases('por mês; ao mês; mensais'),
  },
  seller: {
    businessName: phrases('nome comercial; razão social; nome da empresa; nome empresarial'),
    businessType: phrases('tipo de negócio; tipo de empresa'),
    tradeRegister: phrases(`número de registo comercial; número de registro comercial; registo comercial;
      registro comercial; cnpj`),
    vat: phrases('número de iva; número de contribuinte; nif'),
    phone: phrases('número de telefone; telefone'),
    email: phrases('e-mail; endereço de e-mail; correio eletrónico; email'),
    businessAddress: phrases('endereço comercial; endereço da empresa; morada comercial; morada da empresa'),
    customerServiceAddress: phrases(`endereço de atendimento ao cliente; endereço do atendimento ao cliente;
      endereço do serviço de apoio ao cliente; morada do serviço de apoio ao cliente; morada do apoio ao cliente`),
    representative: phrases('representante legal; representante'),
    ratedBy: phrases('Por {author} em {date}; De {author} em {date}'),
  },
  refusals: {
    notFound: phrases(`página não encontrada; documento não encontrado; não foi possível encontrar a página;
      não foi possível encontrar essa página; não encontramos essa página; não conseguimos encontrar essa página;
      não conseguimos encontrar esta página`),
    failure: phrases(`algo deu errado; algo correu mal; ocorreu um erro; ocorreu um problema; serviço indisponível;
      serviço não disponível`),
    captcha: phrases('digite os caracteres; escreva os caracteres; insira os caracteres; introduza os caracteres'),
    interstitial: phrases('clique no botão'),
  },
};
