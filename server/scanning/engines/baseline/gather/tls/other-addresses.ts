import type { AddressLook } from "#contract/findings/addresses-looked-at.ts";
import type { Endpoint } from "../../../shared/evidence.ts";
import { explain } from "../failure.ts";
import type { Session } from "../session.ts";
import type { Handshake } from "./handshake.ts";
import { greetOnce } from "./tls.ts";

type Greetings = ReadonlyMap<Endpoint, Handshake>;

/**
 * One handshake for the certificate with each other address of these endpoints' host, because each may be a server of its own. Which ones
 * gave none is said: an address that cannot be reached from here is no gap of the site.
 */
export async function greetOtherAddresses(
	session: Session,
	greetings: Greetings,
): Promise<{ greetings: Greetings; looks: AddressLook[] }> {
	const { addresses, others = [] } = session.target;
	const seconds = session.limits.requestMs / 1000;
	const greeted = await Promise.all(
		[...greetings.keys()].flatMap((endpoint) =>
			addresses
				.filter(({ address }) => address !== endpoint.at.address)
				.map(async (at) => {
					const other = { ...endpoint, at };
					return [other, await greetOnce(session, other)] as const;
				}),
		),
	);
	const looks = greeted.map(([{ host, port, at }, greeting]): AddressLook => {
		const place = { host, port, address: at.address };
		return greeting.ok
			? { ...place, looked: "certificate" }
			: { ...place, looked: "none", reason: explain(greeting.failure, seconds) };
	});
	const beyond = [...greetings.keys()].flatMap(({ host, port }) =>
		others.map((address): AddressLook => ({ host, port, address, looked: "none", reason: "one of too many" })),
	);
	return { greetings: new Map(greeted.filter(([, { ok }]) => ok)), looks: [...looks, ...beyond] };
}

/** The endpoints that everything is looked at on. */
export const looksAtAll = (greetings: Greetings): AddressLook[] =>
	[...greetings].map(
		([{ host, port, at }, greeting]): AddressLook => ({
			host,
			port,
			address: at.address,
			looked: greeting.ok ? "all" : "none",
		}),
	);
