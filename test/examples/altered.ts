/** A marketplace whose answers a test changes on the way: what a second look at a page finds. */
import type { EndpointName, EnvelopeOf, Marketplace } from '../../src/index.ts';

/** Alters the answers of one endpoint; what throws is a call that failed. */
export function altered<Name extends EndpointName>(
  marketplace: Marketplace,
  name: Name,
  alter: (answer: EnvelopeOf<Name>) => void,
): Marketplace {
  const calls: Pick<Marketplace, Name> = marketplace;
  const call = async (...given: Parameters<Marketplace[Name]>) => {
    const answer = await Reflect.apply(calls[name], marketplace, given);
    alter(answer);
    return answer;
  };
  return { ...marketplace, [name]: call };
}
