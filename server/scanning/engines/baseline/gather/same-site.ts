import { getDomain } from "tldts";

/** The registered domain a host belongs to (`shop.example.co.uk` → `example.co.uk`); undefined for addresses and local names. */
export function registeredDomain(host: string): string | undefined {
	return getDomain(host, { allowPrivateDomains: true }) ?? undefined;
}

/** Whether two hosts are run by the same registrant, as far as names can tell. */
export function isSameSite(one: string, other: string): boolean {
	return one === other || (registeredDomain(one) !== undefined && registeredDomain(one) === registeredDomain(other));
}
