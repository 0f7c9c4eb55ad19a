/** The style sheets of the copied page. */

/**
 * Layout for pages whose own style sheets are elsewhere: the columns, prices, boxes and hidden parts that the class names of the sites describe. The
 * page's own styles come after it.
 */
export const BASE_STYLE = `
html { background: #fff; color: #0f1111; color-scheme: light; }
body { margin: 0; padding: 16px; font: 14px/1.43 Arial, Helvetica, sans-serif; overflow-wrap: anywhere; overflow-x: hidden; }
a { color: #007185; text-decoration: none; }
h1 { font-size: 24px; font-weight: 400; line-height: 1.3; } h2 { font-size: 20px; } h3, h4 { font-size: 16px; } h1, h2, h3, h4 { margin: 8px 0; }
p { margin: 0 0 10px; } ul, ol { margin: 0 0 12px 18px; padding: 0; } hr { border: 0; border-top: 1px solid #e7e7e7; margin: 14px 0; }
table { border-collapse: collapse; } th { text-align: left; font-weight: 700; } td, th { padding: 4px 10px 4px 0; vertical-align: top; }
input, select, textarea, button { font: inherit; border: 1px solid #888c8c; border-radius: 6px; padding: 3px 8px; background: #fff; color: inherit; max-width: 100%; }
input[type=hidden] { display: none; }
img:not([src]) { display: inline-block; box-sizing: border-box; min-width: 44px; min-height: 44px; max-width: 100%; border: 1px solid #d9dcdc; border-radius: 4px; color: #6b7070; font-size: 11px; line-height: 1.2; overflow: hidden; vertical-align: middle; background: repeating-linear-gradient(135deg, #f7f8f8 0 6px, #eff1f1 6px 12px); }
svg { max-width: 100%; max-height: 3em; }
.a-offscreen, .aok-offscreen, .skip-link { position: absolute !important; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.aok-hidden, .a-hidden, .a-popover-preload, .a-declarative-hidden, [hidden], #nav-flyout-anchor, #nav-timeline-error { display: none; }
.a-price { display: inline-block; font-size: 18px; white-space: nowrap; } .a-price-symbol, .a-price-fraction { font-size: .6em; vertical-align: .5em; } .a-price-decimal { display: none; }
.a-text-price { font-size: 13px; color: #565959; } [data-a-strike=true] { text-decoration: line-through; }
.a-text-bold, .a-size-base-plus.a-text-bold, b { font-weight: 700; } .a-text-strike { text-decoration: line-through; } .a-text-italic { font-style: italic; }
.a-size-mini, .a-size-small { font-size: 12px; } .a-size-base { font-size: 14px; } .a-size-medium { font-size: 18px; } .a-size-large { font-size: 24px; }
.a-color-secondary { color: #565959; } .a-color-price, .a-color-error { color: #b12704; } .a-color-success { color: #007600; } .a-color-state { color: #c45500; }
.a-box, .a-cardui { border: 1px solid #d5d9d9; border-radius: 8px; margin-bottom: 10px; } .a-box-inner, .a-cardui-body { padding: 12px 16px; }
.a-button { display: inline-block; margin: 2px 0; border: 1px solid #d5d9d9; border-radius: 999px; padding: 4px 12px; background: #fff; } .a-button-primary { background: #ffd814; border-color: #fcd200; }
.a-button-input { opacity: 0; position: absolute; width: 1px; } .a-button-text { color: inherit; background: none; border: 0; }
.a-icon-alt { font-size: 12px; color: #b36b00; } .a-icon-star-small .a-icon-alt { display: inline; }
.a-horizontal, .a-button-list { list-style: none; margin-left: 0; } .a-horizontal > li { display: inline-block; margin-right: 8px; vertical-align: top; }
.a-nostyle { list-style: none; margin-left: 0; } .a-carousel { display: flex; flex-wrap: wrap; gap: 12px; list-style: none; margin-left: 0; } .a-carousel-card { width: 150px; }
.a-row::after, .a-section::after, .a-fixed-left-grid-inner::after, #ppd::after, #dp-container::after { content: ''; display: block; clear: both; }
.a-section { margin-bottom: 10px; } .a-spacing-none { margin-bottom: 0; }
.a-fixed-left-grid-inner { display: flex; gap: 12px; } .a-fixed-left-grid-inner > .a-col-left { flex: none; max-width: 30%; } .a-fixed-left-grid-inner > .a-col-right { flex: 1; min-width: 0; }
.a-keyvalue th { width: 40%; background: #f3f5f5; padding-left: 10px; }
#navbar, #navbar-main, #nav-belt, header[role=banner] { background: #f0f2f2; padding: 8px 12px; border-radius: 6px; margin-bottom: 12px; font-size: 12px; max-height: 120px; overflow: hidden; }
[data-columns] { display: flex; flex-wrap: wrap; gap: 0 20px; align-items: start; } [data-columns] > * { flex: 1 1 100%; min-width: 0; }
[data-columns] > #leftCol { flex: 0 0 29%; } [data-columns] > #centerCol { flex: 1 0 40%; margin: 0; } [data-columns] > #rightCol { flex: 0 0 24%; }
#ppd > * { order: 4; } #ppd > #leftCol { order: 1; } #ppd > #centerCol { order: 2; } #ppd > #rightCol { order: 3; } #leftCol, #centerCol, #rightCol { float: none; width: auto; }
#rightCol > *, #desktop_buybox, #buybox { max-width: 100%; } #altImages ul { list-style: none; margin: 0; }
.s-main-slot, .s-result-list { display: grid; grid-template-columns: repeat(auto-fill, minmax(215px, 1fr)); gap: 14px; align-items: start; }
.s-result-item { min-width: 0; border-bottom: 1px solid #e7e7e7; padding-bottom: 10px; } .s-result-item.s-widget, .s-result-item.AdHolder.s-widget { grid-column: 1 / -1; }
#gridItemRoot, .zg-grid-general-faceout { display: inline-block; width: 220px; vertical-align: top; }
`;

/** Outlines of marked elements. The page's own styles come before it, and cannot undo it. */
export const MARK_STYLE = `
html, body { display: block !important; height: auto !important; min-height: 0 !important; max-height: none !important; overflow: visible !important; opacity: 1 !important; visibility: visible !important; }
[data-read] { outline: 1.5px solid #0b7a6ccc !important; outline-offset: 0 !important; border-radius: 2px; cursor: pointer !important; }
[data-shown] { outline: 2.5px solid #c2410c !important; outline-offset: 0 !important; background-color: #ffedd5 !important; color: #1c1917 !important; }
`;
