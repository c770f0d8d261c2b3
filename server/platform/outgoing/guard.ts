import { networkInterfaces } from "node:os";
import { isUsual, plainAddress, type Target, type TargetRefusal } from "#contract/scans/parse-target.ts";
import { addressForms } from "./address-forms.ts";
import type { Policy } from "./policy.ts";
import { isPublicAddress } from "./public-address.ts";
import type { Resolution, Resolver } from "./resolver.ts";
import type { CheckedAddress, CheckedTarget } from "./target.ts";

/** The guard's answer. `unknown`: the name could be neither resolved nor ruled out; asking again later may help. */
type GuardAnswer =
	| { ok: true; checked: CheckedTarget }
	| TargetRefusal
	| { ok: false; code: "unknown"; message: string };

type CheckOptions = { timeoutMs?: number; known?: readonly CheckedAddress[]; anyPort?: boolean };

/** Decides who may scan what. Everything that opens a connection for a scan asks it first, and again at every redirect. */
export type Guard = {
	/**
	 * Resolves the target once and checks every address. `known` are addresses already checked for the same host: if given, nothing is
	 * resolved again. `timeoutMs` limits the wait for the resolver (5,000 by default). `anyPort`: for kinds of scan that a signed-in
	 * account is responsible for; the free scan is limited to the usual web ports.
	 */
	check: (target: Target, options?: CheckOptions) => Promise<GuardAnswer>;
};

type GuardOptions = {
	policy: Policy;
	resolver: Resolver;
	/** Host names of our own server, which may not be scanned through itself unless listed. */
	ownHosts?: readonly string[];
	/** Addresses of this machine; those of its network interfaces by default. */
	ownAddresses?: () => readonly string[];
	/** Whether the host's operator asked not to be scanned. Called with the name and with each of its addresses. */
	isOptedOut?: (host: string, addresses: readonly string[]) => Promise<boolean>;
};

/** Names that mean something inside one network only (RFC 6761, RFC 6762, RFC 8375, ICANN's `.internal`). */
const PRIVATE_SUFFIXES = [".local", ".localhost", ".internal", ".home.arpa", ".lan", ".intranet", ".corp"];
/** Names that never resolve, by their definition (RFC 2606, RFC 7686). */
const UNRESOLVABLE_SUFFIXES = [".invalid", ".onion"];
const USUAL_PORTS = [443, 80];
/** All of a name's addresses are checked, but we connect to no more than this, so that limits by address can count them. */
const MOST_ADDRESSES = 8;
/** How long this machine's addresses are remembered: asking the system takes longer than the rest of a check. */
const REMEMBERED_MS = 1_000;

export function createGuard(options: GuardOptions): Guard {
	const { policy, resolver, ownHosts = [], isOptedOut } = options;
	const ownAddresses = remembered(options.ownAddresses ?? interfaceAddresses);

	return {
		async check(target, { timeoutMs = 5_000, known, anyPort = false } = {}) {
			const { host } = target;
			const resolution = await resolve(target, resolver, timeoutMs, known);
			if (resolution.status === "missing") return isPrivateName(host) ? privateName(host) : notFound(host);
			if (resolution.status === "unknown") {
				return {
					ok: false,
					code: "unknown",
					message: `We could not look up ${host}: the name servers gave no answer. Please try again in a few minutes.`,
				};
			}

			const addresses = inOneOrder(resolution.addresses.map(canonical));
			const [first, ...further] = addresses.slice(0, MOST_ADDRESSES);
			const others = addresses.slice(MOST_ADDRESSES).map(({ address }) => address);
			if (!first) return notFound(host);

			const wanted = isUsual(target) ? USUAL_PORTS : [target.port ?? 0];
			const listed = (port: number) => addresses.every(({ address }) => policy.isListed(host, address, port));
			const listedPorts = wanted.filter(listed);
			if (!isNonEmpty(listedPorts)) {
				const refusal = refuseUnlisted(target, addresses, ownAddresses(), ownHosts);
				if (refusal) return refusal;
			}
			const ports = isNonEmpty(listedPorts) ? listedPorts : wanted.filter((port) => anyPort || policy.isFreePort(port));
			if (!isNonEmpty(ports)) {
				return refused(
					`Port ${target.port} cannot be scanned: the free scan looks at ports 80, 443, 8080 and 8443. Please give one of these, or leave the port out.`,
				);
			}
			const forms = addresses.flatMap(({ address }) => addressForms(address));
			if (await isOptedOut?.(host, forms)) {
				const message = `The operator of ${host}, or of the server behind it, has asked us not to scan it.`;
				return { ok: false, code: "target_opted_out", message };
			}
			const checked: CheckedTarget = { target, addresses: [first, ...further], ports, listed: listedPorts.length > 0 };
			return { ok: true, checked: others.length > 0 ? { ...checked, others } : checked };
		},
	};
}

async function resolve(
	target: Target,
	resolver: Resolver,
	timeoutMs: number,
	known: readonly CheckedAddress[] | undefined,
): Promise<Resolution> {
	if (target.ipVersion !== 0) {
		return { status: "found", addresses: [{ address: target.host, family: target.ipVersion }] };
	}
	if (known) return { status: "found", addresses: [...known] };
	if (UNRESOLVABLE_SUFFIXES.some((suffix) => target.host.endsWith(suffix))) return { status: "missing" };

	const { promise: tooLate, resolve: giveUp } = Promise.withResolvers<Resolution>();
	const timer = setTimeout(() => giveUp({ status: "unknown", reason: "timeout" }), timeoutMs);
	try {
		return await Promise.race([resolver.addresses(target.host), tooLate]);
	} finally {
		clearTimeout(timer);
	}
}

/**
 * The rules for a target that the operator has not listed: every address is public, none is ours, and the name is not one of a private
 * network. The refusal does not reveal where a name points: if internal DNS answers differently, that would map the network for
 * outsiders.
 */
function refuseUnlisted(
	{ host, ipVersion }: Target,
	addresses: readonly CheckedAddress[],
	own: readonly string[],
	ownHosts: readonly string[],
): TargetRefusal | undefined {
	if (isPrivateName(host)) return privateName(host);
	if (ownHosts.includes(host)) return ownServer(host);
	const isPublic = addresses.every(({ address }) => isPublicAddress(address));
	const isOurs = addresses.some(({ address }) => own.includes(address));
	if (ipVersion === 0) return isPublic && !isOurs ? undefined : notFound(host);
	if (!isPublic) {
		return refused(`${host} is a private or reserved address, which cannot be scanned. Please give a public target.`);
	}
	return isOurs ? ownServer(host) : undefined;
}

function refused(message: string): TargetRefusal {
	return { ok: false, code: "target_refused", message };
}

const isPrivateName = (host: string) =>
	host === "localhost" || PRIVATE_SUFFIXES.some((suffix) => host.endsWith(suffix));

const privateName = (host: string) =>
	refused(`${host} is a name of a private network, which cannot be scanned from here. Please give a public address.`);

const ownServer = (host: string) =>
	refused(`${host} is our own server, which cannot be scanned through itself. Please give another target.`);

/** The same refusal whether a name does not exist or points to a place we do not scan. */
const notFound = (host: string): TargetRefusal => ({
	ok: false,
	code: "target_unresolvable",
	message: `We could not find ${host} on the public internet. Please check the spelling. Hosts in private networks cannot be scanned from here.`,
});

/** Name servers change the order from answer to answer; scans should connect to the same address. The family that came first stays first. */
function inOneOrder(addresses: readonly CheckedAddress[]): CheckedAddress[] {
	const unique = [...new Map(addresses.map((one) => [one.address, one])).values()];
	const first = unique[0]?.family;
	return unique.toSorted(
		(a, b) =>
			Number(a.family !== first) - Number(b.family !== first) ||
			a.address.localeCompare(b.address, "en", { numeric: true }),
	);
}

function canonical({ address }: CheckedAddress): CheckedAddress {
	const plain = plainAddress(address);
	return { address: plain, family: plain.includes(":") ? 6 : 4 };
}

/** In canonical form, read again when they are older than that. */
function remembered(read: () => readonly string[]): () => readonly string[] {
	let known: readonly string[] = [];
	let until = Number.NEGATIVE_INFINITY;
	return () => {
		if (performance.now() >= until) {
			known = read().map(plainAddress);
			until = performance.now() + REMEMBERED_MS;
		}
		return known;
	};
}

function interfaceAddresses(): string[] {
	return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
}

function isNonEmpty<T>(list: T[]): list is [T, ...T[]] {
	return list.length > 0;
}
