/** URLs of images on product and reviews pages. */

/** A URL of a resized image has its size between two dots: `I/41x._AC_US40_.jpg`. */
const SIZE = /(\/I\/[^/.]+)\.[^/]+(\.\w+)$/;

/** Returns the URL of the original image. */
export function originalImageUrl(url: string): string {
  return url.replace(SIZE, '$1$2');
}
