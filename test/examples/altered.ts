/** A marketplace whose envelopes a test can change. */
import type { EndpointName, EnvelopeOf, Marketplace } from '../../src/entries/index.ts';

/** Changes the envelopes of one endpoint. If the function throws, the call fails. */
export function altered<Name extends EndpointName>(
  marketplace: Marketplace,
  name: Name,
  alter: (envelope: EnvelopeOf<Name>) => void,
): Marketplace {
  const calls: Pick<Marketplace, Name> = marketplace;
  const call = async (...given: Parameters<Marketplace[Name]>) => {
    const envelope = await Reflect.apply(calls[name], marketplace, given);
    alter(envelope);
    return envelope;
  };
  return { ...marketplace, [name]: call };
}
