import * as z from "zod/mini";

/** How much a scan looked at on one address of a host. */
export const addressLook = z.object({
	host: z.string(),
	/** 0 stands for all ports that the scan tried. */
	port: z.int(),
	address: z.string(),
	/** `certificate`: one handshake for its certificate, and nothing else. */
	looked: z.enum(["all", "certificate", "none"]),
	/** Why nothing was looked at. */
	reason: z.optional(z.string()),
});
export type AddressLook = z.infer<typeof addressLook>;

/** For each port of a host with several addresses, what was looked at where, in a sentence. */
export function addressesText(looks: readonly AddressLook[]): string {
	const ports = Map.groupBy(looks, ({ host, port }) => JSON.stringify([host, port]));
	return [...ports.values()]
		.filter((all) => new Set(all.map(({ address }) => address)).size > 1)
		.map((all) => {
			const [first] = all;
			const of = (looked: AddressLook["looked"]) => all.filter((one) => one.looked === looked);
			const parts = [
				...listed("everything was looked at on", of("all")),
				...listed("only the certificate on", of("certificate")),
				...listed("nothing on", of("none")),
			];
			const where = `${first?.host}${first?.port ? ` port ${first.port}` : ""}`;
			return `${where} has ${all.length} addresses: ${parts.join(", ")}.`;
		})
		.join(" ");
}

const listed = (what: string, looks: readonly AddressLook[]): string[] =>
	looks.length === 0
		? []
		: [`${what} ${looks.map(({ address, reason }) => (reason ? `${address} (${reason})` : address)).join(" and ")}`];
