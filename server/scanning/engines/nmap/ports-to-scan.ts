import type { Guard } from "#server/platform/outgoing/guard.ts";
import type { CheckedTarget } from "#server/platform/outgoing/target.ts";

/** The ports to check on a host: those of services usually found on servers, and of services that should not be open at all. */
const USUAL: readonly number[] = [
	21, 22, 23, 25, 53, 80, 110, 111, 113, 119, 135, 139, 143, 179, 389, 443, 445, 465, 512, 513, 514, 515, 548, 554, 587,
	631, 636, 873, 989, 990, 993, 995, 1080, 1194, 1433, 1521, 1723, 1883, 2049, 2082, 2083, 2181, 2222, 2375, 2376, 2379,
	3000, 3128, 3306, 3389, 4369, 4443, 4444, 5000, 5001, 5060, 5222, 5269, 5432, 5601, 5672, 5800, 5900, 5901, 5984,
	5985, 5986, 6379, 6443, 7001, 7077, 8000, 8008, 8009, 8080, 8081, 8086, 8088, 8161, 8443, 8500, 8834, 8888, 9000,
	9042, 9090, 9092, 9100, 9200, 9300, 9418, 9443, 10_000, 10_250, 11_211, 15_672, 27_017, 27_018, 50_000, 61_616,
];

/**
 * The ports to check, in order. If the owner of a host asks, all usual ones; if the operator listed the host, only those that the listing
 * covers, because the rest of that machine may belong to others.
 */
export async function portsToScan(
	{ target, addresses, ports, listed }: CheckedTarget,
	guard: Guard,
	extra: readonly number[],
): Promise<number[]> {
	const candidates = [...new Set([...ports, ...USUAL, ...extra])].sort((a, b) => a - b);
	if (!listed) return candidates.filter((port) => USUAL.includes(port) || ports.includes(port));
	const allowed = await Promise.all(
		candidates.map(async (port) => {
			if (ports.includes(port)) return true;
			const answer = await guard.check({ ...target, scheme: "http", port }, { known: addresses });
			return answer.ok && answer.checked.listed && answer.checked.ports.includes(port);
		}),
	);
	return candidates.filter((_, index) => allowed[index]);
}
