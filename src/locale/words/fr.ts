/** French (France, Belgium, Canada). */
import { lists, phrases, type Words } from './words.ts';

export const fr: Words = {
  language: 'fr',
  numbers: { decimal: ',', groupsBySpace: true, suffixes: { K: 1e3, mille: 1e3, M: 1e6 }, asides: [] },
  dates: {
    months: lists(`janvier; janv; jan | février; févr; fév | mars | avril; avr | mai | juin |
      juillet; juil; juill | août | septembre; sept; sep | octobre; oct | novembre; nov | décembre; déc`),
    weekdays: lists('lundi | mardi | mercredi | jeudi | vendredi | samedi | dimanche'),
    weekdaysShort: lists('lun | mar | mer | jeu | ven | sam | dim'),
    today: phrases("aujourd'hui; ce soir"),
    tomorrow: phrases('demain'),
    dayAfterTomorrow: phrases('après-demain; après demain'),
    overnight: phrases('pendant la nuit; cette nuit'),
    hours: phrases('h; heure; heures'),
    minutes: phrases('min; mins; minute; minutes'),
    order: 'day-month',
    ordinals: phrases('er'),
    links: [],
    ranges: phrases("au; et; à; jusqu'au"),
    articles: phrases('le; du'),
  },
  delivery: {
    free: phrases('gratuit*; gratis; offert*; sans frais'),
    freeOtherwise: phrases(`retour* gratuit*; essai gratuit; essayez gratuitement; remplacement gratuit;
      échange gratuit; renvoi gratuit`),
    conditional: phrases(`gratuite disponible; possible; à partir de; première commande; premier achat;
      pour les commandes; sur les commandes; sur vos commandes; pour les articles; sur les articles;
      commandes de plus de; commande de plus de; commandes supérieures; commandes éligibles; commande éligible;
      d'achat*; de livres; si vous dépensez; minimum de commande; montant minimum`),
    members: phrases(`membre* prime; abonnés prime; clients prime; avec prime; amazon prime; rejoignez prime;
      vous à prime; essayez prime`),
    fastest: phrases('accélérée; express; rapide'),
    shipping: phrases("livraison; frais de port; d'expédition"),
  },
  conditions: {
    new: phrases('neuf; neuve; neufs; neuves; nouveau'),
    used: phrases('occasion; usagé; usagée'),
    collectible: phrases('collection'),
    likeNew: phrases('comme neuf; comme neuve; état neuf'),
    veryGood: phrases('très bon; très bon état; très bonne'),
    good: phrases('bon; bon état; bonne'),
    acceptable: phrases('acceptable; correct; état correct'),
    other: phrases('reconditionné*; remis à neuf; remise à neuf; renewed; certifié*'),
  },
  deals: {
    limitedTime: phrases('offre à durée déterminée; durée limitée; offre limitée dans le temps'),
    lightning: phrases('vente flash; ventes flash; offre flash; offre éclair; offres éclair'),
    primeExclusive: phrases(`exclusif prime; exclusive prime; exclusivité prime; exclusivités prime; prime exclusi*;
      exclusif pour prime; membre* prime; abonnés prime; avec prime; prix prime`),
    none: [],
    notLive: phrases(`offre terminée; offre est terminée; offre a expiré; promotion terminée; vente terminée;
      vente flash terminée; deal terminé; offre à venir; prochaine offre; vente flash à venir; promotion à venir;
      bientôt disponible; commence dans; commence à; commence le; débute dans; débute à; débute le; commence bientôt;
      débute bientôt; expirée`),
    days: phrases('jour; jours'),
    hours: phrases('heure*; h; minute*; min; seconde*'),
  },
  stock: {
    left: phrases(`il ne reste plus que {n}; ne reste que {n}; plus que {n} exemplaire; plus que {n} en stock;
      seulement {n} en stock; seulement {n} exemplaire; plus que {n} ex; n'en reste que {n}; n'en reste plus que {n};
      reste que {n} exemplaire`),
    inStock: phrases(`en stock; habituellement expédié*; généralement expédié*; expédié* sous; expédition sous;
      disponible`),
    outOfStock: phrases(`rupture de stock; indisponible; non disponible; n'est pas disponible; n'est plus disponible;
      pas en stock; épuisé*`),
    negations: phrases('pas; plus; aucun*; sans; ni'),
    backorder: phrases(`en stock le; en stock à partir; disponible à partir du; commandez-le maintenant;
      commandez maintenant et nous; bientôt en stock`),
    preorder: phrases(`précommand*; pré-command*; à paraître; paraîtra le; sortira le; sera publié*; pas encore paru*;
      pas encore sorti*`),
  },
  offers: {
    justLaunched: phrases(`vient de démarrer; vient d'être lancé; récemment lancé; vient de se lancer; nouveau vendeur;
      pas encore d'évaluation*; aucune évaluation; aucun commentaire`),
    importFees: phrases("frais d'importation; droits d'importation; frais de douane"),
    noImportFees: phrases(`aucun frais d'importation; pas de frais d'importation; sans frais d'importation;
      aucun droit d'importation`),
  },
  search: {
    oneResult: phrases('un résultat'),
    bought: phrases('acheté; achetés; achetée; achetées'),
    pastMonth: phrases('au cours du mois dernier; au cours du dernier mois; le mois dernier'),
    membersPrice: phrases(`prix exclusif prime; prix prime; exclusivement pour les membres prime;
      exclusif aux membres prime; réservé aux membres prime`),
    buy: phrases('achat; acheter'),
    rent: phrases('louer; location'),
    invitation: phrases('sur invitation; clients invités'),
    lowestPrice: phrases('plus bas'),
    usualPrice: phrases('médian*; moyen*; habituel*; typique'),
    couponOff: phrases('économise*; coupon; réduction; remise'),
    couponPrice: phrases('payez; prix final; prix avec; prix après'),
    couponWith: phrases('avec coupon; avec le coupon; avec un coupon'),
    brand: phrases('marque'),
  },
  details: {
    manufacturer: phrases('fabricant; nom du fabricant'),
    modelNumber: phrases(`numéro du modèle de l'article; numéro de modèle de l'article; numéro du modèle;
      numéro de modèle; numéro de modèle du produit; modèle; référence constructeur; référence fabricant;
      référence du fabricant`),
    partNumber: phrases(`référence constructeur; référence fabricant; référence du fabricant; numéro de pièce;
      numéro de pièce du fabricant; référence de l'article`),
    upc: phrases('upc; cup'),
    ean: phrases("ean; gtin; code article international; numéro global d'identification commerciale"),
    isbn10: phrases('isbn-10; isbn 10'),
    isbn13: phrases('isbn-13; isbn 13'),
    language: phrases('langue; langues'),
    edition: phrases("édition; numéro d'édition"),
    publisher: phrases("éditeur; editeur; maison d'édition"),
    publicationDate: phrases('date de publication; date de parution'),
    pages: phrases("nombre de pages de l'édition imprimée; nombre de pages; longueur imprimée; pages"),
    countryOfOrigin: phrases("pays d'origine; pays/région d'origine; pays de fabrication; pays d’origine"),
    releaseDate: phrases(`date de sortie; date de sortie du dvd; date de sortie du blu-ray; date de sortie du produit;
      date de sortie cd/dvd; sortie du dvd; date de sortie d'origine; date de sortie initiale`),
    firstAvailable: phrases(`date de mise en ligne sur amazon; date de première disponibilité; disponible depuis le;
      date de mise en ligne; disponible sur amazon depuis`),
    discontinued: phrases(`abandonné par le fabricant; produit arrêté par le fabricant; arrêté par le fabricant;
      discontinué par le fabricant`),
    warranty: phrases(`description de la garantie; garantie constructeur; garantie fabricant; garantie;
      type de garantie; description de garantie; garantie du fabricant`),
    batteriesRequired: phrases(`piles requises; batterie(s) / pile(s) requise(s); batterie(s)/pile(s) requise(s);
      pile(s) requise(s); piles nécessaires; batteries requises; fonctionne avec des piles`),
    batteries: phrases(`piles; batterie(s) / pile(s); piles / batteries; batteries; nombre de piles;
      nombre de batteries`),
    batteriesNeeded: phrases('requise; requises; nécessaire; nécessaires'),
    dimensions: phrases(`dimensions du produit; dimensions de l'article; dimensions du produit assemblé; dimensions;
      dimensions de l’article; dimensions article`),
    packageDimensions: phrases(`dimensions du colis; dimensions de l'emballage; dimensions du paquet;
      dimensions du colis de l'article`),
    weight: phrases("poids de l'article; poids du produit; poids; poids net"),
    packageWeight: phrases(`poids du colis; poids brut; poids de l'emballage; poids d'expédition;
      poids lors de l'expédition; poids du produit lors de l'expédition`),
    color: phrases("couleur; nom de la couleur; couleur de l'article"),
    size: phrases("taille; taille de l'article; dimension"),
    material: phrases(`matériau; matière; type de matériau; matériaux; type de tissu; composition du matériau;
      type(s) de matériau; tissu; matière extérieure`),
    boxContents: phrases(`composants inclus; contenu de la boîte; contenu du paquet; éléments inclus;
      composants fournis; contenu de l'emballage`),
    rank: phrases(`classement des meilleures ventes d'amazon; classement des meilleures ventes;
      moyenne des meilleures ventes d'amazon`),
    rankAround: phrases('en; dans'),
    pageCount: phrases('pages; page'),
    yes: phrases('oui; vrai'),
    no: phrases('non; faux'),
  },
  reviews: {
    reviewedIn: phrases(`Commenté en {country} le {date}; Commenté au {country} le {date};
      Commenté aux {country} le {date}; Commenté à {country} le {date}; Avis laissé en {country} le {date};
      Avis laissé au {country} le {date}; Avis laissé aux {country} le {date}; Avis laissé à {country} le {date};
      Évalué en {country} le {date}; Évalué au {country} le {date}; Évalué aux {country} le {date};
      Examiné en {country} le {date}; Examiné au {country} le {date}; Examiné aux {country} le {date};
      Commentaire laissé en {country} le {date}; Commentaire laissé au {country} le {date};
      Commentaire laissé aux {country} le {date}`),
    articles: [],
    helpful: phrases('trouvé cela utile; trouvé ce commentaire utile'),
    onePerson: phrases('une personne'),
    twoPeople: [],
  },
  product: {
    brandByline: phrases(`Visiter la boutique {brand}; Visitez la boutique {brand}; Visitez la boutique de {brand};
      Consulter la boutique {brand}; Marque : {brand}; Marque: {brand}`),
    brandBy: phrases('par; de'),
    smallBusiness: phrases('petite entreprise; petites entreprises; petites et moyennes entreprises; pme'),
    format: phrases('format'),
    deliverTo: phrases(`Votre adresse de livraison:; Votre adresse de livraison :; Livraison à; Livraison en; Livrer à;
      Livrer en; Livrer en/au`),
    changeLocation: phrases('mettre à jour; mise à jour; modifier; changer; choisi*; sélectionn*; entrez; saisi*'),
    soldBy: phrases('vendu par; vendeur; vendus par'),
    shipsFrom: phrases('expéditeur; expédition; expédié'),
    returns: phrases('retours; retour; politique de retour; politique de retours'),
    otherOffers: phrases(`{n} autres option*; {n} autres offre*; {n} autres vendeur*; {n} autre offre; {n} autre option;
      {n} autre vendeur; autres {n} offres`),
    subscription: phrases('prévoyez; abonn*'),
    coupon: phrases('coupon*; bon de réduction'),
    priceFrom: phrases('à partir de; dès'),
    perMonth: phrases('par mois'),
  },
  seller: {
    businessName: phrases("nom commercial; raison sociale; nom de l'entreprise"),
    businessType: phrases("type d'entreprise; type d'activité; type de société; forme juridique"),
    tradeRegister: phrases(`numéro de registre de commerce; numéro de registre du commerce;
      numéro du registre du commerce; registre du commerce`),
    vat: phrases('numéro de tva; numéro tva; tva intracommunautaire'),
    phone: phrases('numéro de téléphone; téléphone'),
    email: phrases('e-mail; adresse e-mail; courriel; email'),
    businessAddress: phrases("adresse commerciale; adresse de l'entreprise"),
    customerServiceAddress: phrases('adresse du service client; adresse du service clientèle'),
    representative: phrases('représentant légal; représentant; gérant'),
    ratedBy: phrases('Par {author} le {date}; De {author} le {date}'),
  },
  refusals: {
    notFound: phrases(`page introuvable; page non trouvée; document introuvable; ne trouvons pas cette page;
      n'avons pas trouvé cette page; impossible de trouver cette page; n'avons pas pu trouver cette page`),
    failure: phrases(`une erreur s'est produite; une erreur est survenue; un problème est survenu;
      un problème s'est produit; service indisponible; service non disponible`),
    captcha: phrases(`saisissez les caractères; entrez les caractères; tapez les caractères;
      veuillez saisir les caractères`),
    interstitial: phrases('cliquez sur le bouton ci-dessous'),
  },
};
