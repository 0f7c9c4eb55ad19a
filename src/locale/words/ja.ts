/** Japanese. Days are written `4月22日`, which needs no words. */
import { lists, phrases, type Words } from './words.ts';

export const ja: Words = {
  language: 'ja',
  numbers: {
    decimal: '.',
    groupsBySpace: false,
    suffixes: { 千: 1e3, 万: 1e4, 億: 1e8, K: 1e3, M: 1e6 },
    asides: phrases('過去1か月; 過去1ヶ月; 過去1カ月; 過去1ヵ月; 過去30日間'),
  },
  dates: {
    months: [],
    weekdays: lists('月曜 | 火曜 | 水曜 | 木曜 | 金曜 | 土曜 | 日曜'),
    weekdaysShort: lists(
      '月曜日; (月) | 火曜日; (火) | 水曜日; (水) | 木曜日; (木) | 金曜日; (金) | 土曜日; (土) | 日曜日; (日)',
    ),
    today: phrases('今日; 本日; きょう; 今夜'),
    tomorrow: phrases('明日; あした; あす'),
    dayAfterTomorrow: phrases('明後日; あさって'),
    overnight: phrases('翌朝; 夜間'),
    hours: phrases('時間'),
    minutes: phrases('分'),
    order: 'month-day',
    ordinals: [],
    links: [],
    ranges: phrases('から; より; 至'),
    articles: [],
  },
  delivery: {
    free: phrases('無料; 送料込'),
    freeOtherwise: phrases('返品無料; 無料返品; 無料で返品; 無料体験; 返品・交換無料; 返品送料無料'),
    conditional: phrases('以上の; 以上で; 以上お; 以上ご; 初回; 初めて; 最初の注文; 対象の注文; 条件付き'),
    members: phrases('プライム会員; prime会員; prime 会員; プライム特典; プライムに登録; プライム登録'),
    fastest: phrases('最速; 最短; お急ぎ便; より早い'),
    shipping: phrases('配送; 送料; お届け'),
  },
  conditions: {
    new: phrases('新品'),
    used: phrases('中古'),
    collectible: phrases('コレクター; コレクション'),
    likeNew: phrases('ほぼ新品; 新品同様'),
    veryGood: phrases('非常に良い; とても良い'),
    good: phrases('良い'),
    acceptable: phrases('可'),
    other: phrases('整備済; 再生品; リファービッシュ; リニューアル; renewed'),
  },
  deals: {
    limitedTime: phrases('タイムセール; 期間限定'),
    lightning: phrases('数量限定タイムセール; 数量限定セール'),
    primeExclusive: phrases('プライム会員; prime会員; prime 会員; プライム限定; prime限定; prime 限定; プライム価格'),
    none: phrases('特選タイムセール; タイムセール祭り; プライムデー; プライム感謝祭'),
    live: phrases('終了まで; 終了予定; 終了間近'),
    notLive:
      phrases(`終了しました; 終了済; セール終了; 終了した; 開始前; 開始まで; まもなく開始; もうすぐ開始; 近日開始; 開始予定; 近日公開;
      開催予定; 次回のセール`),
    days: phrases('日'),
    hours: phrases('時間; 分; 秒'),
  },
  stock: {
    left: phrases(`残り{n}点; 残り{n}個; 残り{n}冊; 残り{n}枚; 残り{n}本; 残り{n}セット; 残り{n}台; 在庫は{n}点;
      在庫{n}点; 在庫残り{n}`),
    inStock: phrases(`在庫あり; 在庫有り; 以内に発送; に発送します; 入手可能; 購入可能; からお求めいただけます;
      からご購入いただけます`),
    outOfStock: phrases(`在庫切れ; 在庫がありません; 在庫なし; 在庫無し; お取り扱いできません; 取り扱っておりません;
      売り切れ; 品切れ; 入荷時期は未定; 在庫はありません`),
    negations: phrases('ない; ません'),
    backorder: phrases('に入荷予定; 入荷予定日; 入荷次第'),
    preorder: phrases('予約; 発売予定; 出版予定; 発行予定; 近日発売; 未発売'),
  },
  offers: {
    justLaunched: phrases('新規出品; 新しい出品者; 出品開始; まだ評価がありません; 評価はまだありません'),
    importFees: phrases('輸入手数料; 輸入税; 関税'),
    noImportFees: phrases('輸入手数料なし; 輸入税なし; 関税なし'),
  },
  search: {
    oneResult: [],
    bought: phrases('購入'),
    pastMonth: phrases('過去1か月; 過去1ヵ月; 過去1ヶ月; 過去1カ月; 過去一か月; 先月'),
    membersPrice: phrases('プライム会員限定; プライム会員価格; プライム限定価格; prime会員限定; prime会員価格'),
    buy: phrases('購入'),
    rent: phrases('レンタル'),
    invitation: phrases('招待された方; 招待販売; 招待制; 招待リクエスト'),
    lowestPrice: phrases('最低価格; 最安値'),
    usualPrice: phrases('中央値; 平均'),
    couponOff: phrases('クーポン; 割引; off'),
    couponPrice: phrases('お支払い; 支払; 適用後; クーポン後; 実質'),
    couponWith: phrases('クーポンで'),
    brand: phrases('ブランド'),
  },
  details: {
    manufacturer: phrases('メーカー; 製造元; メーカー名; 製造者; 製造業者'),
    modelNumber: phrases(`製品型番; 商品モデル番号; モデル番号; 型番; 商品の型番; 製品モデル番号; メーカー型番;
      メーカー参照; 製造元リファレンス`),
    partNumber: phrases('部品番号; メーカー部品番号; 製造元部品番号; メーカー参照; 製造元リファレンス; 商品番号'),
    upc: phrases('upc'),
    ean: phrases('ean; jan; janコード; gtin; グローバルトレードid番号; グローバル商品識別番号'),
    isbn10: phrases('isbn-10; isbn 10'),
    isbn13: phrases('isbn-13; isbn 13'),
    language: phrases('言語; 使用言語'),
    edition: phrases('版; エディション'),
    publisher: phrases('出版社; 発行元; 版元'),
    publicationDate: phrases('発売日; 出版日; 発行日; 本の発売日'),
    pages: phrases(`本の長さ; ページ数; 紙の本の長さ; 印刷版のページ数; 単行本; 文庫; 新書; 大型本; ハードカバー;
      ペーパーバック; コミック`),
    countryOfOrigin: phrases('原産国; 原産国名; 原産国／地域; 原産国/地域; 製造国; 生産国'),
    releaseDate: phrases('発売日; リリース日; 商品の発売日; 製品の発売日; dvd発売日; オリジナル盤発売日; 配信日'),
    firstAvailable: phrases(`amazonでの取り扱い開始日; amazon での取り扱い開始日; amazon.co.jp での取り扱い開始日;
      取り扱い開始日; 商品の販売開始日; 発売開始日`),
    discontinued: phrases(`メーカーにより製造中止になりました; メーカーによる製造中止; 製造中止; 生産終了;
      メーカーにより製造中止`),
    warranty: phrases('保証の詳細; 保証内容; メーカー保証; 保証; 保証について; 保証の説明; 保証タイプ'),
    batteriesRequired: phrases(`電池使用; 要電池; 電池が必要; 電池必要; 電池の要不要; バッテリーが必要;
      電池が必要ですか`),
    batteries: phrases('電池; 電池の数; バッテリー; 乾電池; 付属電池'),
    batteriesNeeded: phrases('必要; 使用します'),
    dimensions: phrases(`製品サイズ; 商品サイズ; 商品の寸法; 製品寸法; 寸法; 梱包前サイズ; 本体サイズ; 商品寸法;
      サイズ・重量; 製品の寸法`),
    packageDimensions: phrases(`梱包サイズ; 梱包寸法; パッケージサイズ; パッケージ寸法; パッケージの寸法;
      商品パッケージの寸法`),
    weight: phrases('商品の重量; 製品重量; 商品重量; 重量; 本体重量; 正味重量; 製品の重量'),
    packageWeight: phrases('梱包重量; 発送重量; パッケージ重量; 総重量; 発送時の重量'),
    color: phrases('色; カラー; 色名; 商品の色; カラー名'),
    size: phrases('サイズ; 商品のサイズ; サイズ名'),
    material: phrases(`材質; 素材; 素材タイプ; 材料; 生地; 主素材; 素材構成; 商品の素材; 本体素材; 外側素材;
      材質タイプ`),
    boxContents: phrases('付属コンポーネント; 付属品; 同梱物; セット内容; 内容物; 同梱内容; 含まれるコンポーネント'),
    rank: phrases('amazon 売れ筋ランキング; 売れ筋ランキング; amazon売れ筋ランキング'),
    rankAround: phrases('位; の'),
    pageCount: phrases('ページ; 頁'),
    yes: phrases('はい; いりました; 有; あり; 必要; ○'),
    no: phrases('いいえ; 無; なし; 不要; ×'),
  },
  reviews: {
    reviewedIn: phrases(`{date}に{country}でレビュー済み; {date}に{country}でレビューされました;
      {date}に{country}からのレビュー`),
    articles: [],
    helpful: phrases('役に立ったと考えています; 参考になったと考えています; 参考になった」と投票しています'),
    onePerson: [],
    twoPeople: [],
  },
  product: {
    brandByline: phrases(`{brand}のストアを表示; {brand} のストアを表示; {brand}ストアを表示; ブランド: {brand};
      ブランド：{brand}`),
    brandBy: [],
    smallBusiness: phrases('中小企業; 小規模事業者; スモールビジネス'),
    format: phrases('形式; フォーマット'),
    deliverTo: phrases('にお届け; お届け先:; お届け先：; お届け先; 配送先:; 配送先'),
    changeLocation: phrases('更新; 変更; 選択'),
    soldBy: phrases('販売元; 販売'),
    shipsFrom: phrases('出荷元; 発送元; 発送; 発送します; 発送する'),
    returns: phrases('返品; 返品ポリシー; 返品条件'),
    otherOffers: phrases('他{n}件; 他の{n}件; その他{n}件; ほか{n}件'),
    subscription: phrases('定期おトク便; 定期便'),
    coupon: phrases('クーポン'),
    priceFrom: phrases('から; より'),
    perMonth: phrases('月額; 毎月; か月ごと'),
  },
  seller: {
    businessName: phrases('販売業者; 会社名; 商号'),
    businessType: phrases('事業形態; 事業の種類'),
    tradeRegister: phrases('登記番号; 法人番号'),
    vat: phrases('登録番号'),
    phone: phrases('電話番号'),
    email: phrases('メールアドレス; eメール; email'),
    businessAddress: phrases('住所'),
    customerServiceAddress: phrases('カスタマーサービスの住所; お客様窓口の住所; 返送先住所'),
    representative: phrases('運営責任者名; 運営責任者; 代表者名; 代表者'),
    ratedBy: phrases('{author}、{date}; {author}さん、{date}'),
  },
  refusals: {
    notFound: phrases('ページが見つかりません; ページは見つかりません; ページが見つかりませんでした; お探しのページは'),
    failure: phrases(`問題が発生しました; エラーが発生しました; サービスを利用できません; サービスは利用できません;
      サービスが利用できません`),
    captcha: phrases('文字を入力してください; 表示されている文字を入力'),
    interstitial: phrases('下のボタンをクリック; 以下のボタンをクリック'),
  },
};
