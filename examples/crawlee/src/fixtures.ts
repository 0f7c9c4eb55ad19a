/** An HTTP client for Crawlee that sends requests to the fixture marketplace on loopback instead of the sites. */
import {
  GotScrapingHttpClient,
  type HttpRequest,
  type HttpResponse,
  type RedirectHandler,
  type ResponseTypes,
  type StreamingHttpResponse,
} from '@crawlee/http';
import type { FixtureMarketplace } from 'buybox/testing';

export class FixtureHttpClient extends GotScrapingHttpClient {
  readonly #site: FixtureMarketplace;

  constructor(site: FixtureMarketplace) {
    super();
    this.#site = site;
  }

  override async sendRequest<Type extends keyof ResponseTypes>(
    request: HttpRequest<Type>,
  ): Promise<HttpResponse<Type>> {
    return { ...(await super.sendRequest(this.#onLoopback(request))), url: String(request.url) };
  }

  override async stream(request: HttpRequest, onRedirect?: RedirectHandler): Promise<StreamingHttpResponse> {
    return { ...(await super.stream(this.#onLoopback(request), onRedirect)), url: String(request.url) };
  }

  #onLoopback<Type extends keyof ResponseTypes>(request: HttpRequest<Type>): HttpRequest<Type> {
    const { pathname, search, host } = new URL(request.url);
    return { ...request, url: `${this.#site.url}${pathname}${search}`, headers: { ...request.headers, host } };
  }
}
