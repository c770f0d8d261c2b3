/** The addresses this server answers for. */
export type Origins = {
	/** The one used in links. */
	publicUrl: string;
	isKnownHost(host: string): boolean;
	isKnownOrigin(origin: string): boolean;
	/** Whether pages of this origin, which is not ours, may call the API with the visitor's session. */
	isGuestOrigin(origin: string): boolean;
};

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** A local server has several names, and people use them all. */
export function createOrigins(publicUrl: string, guests: readonly string[] = []): Origins {
	const url = new URL(publicUrl);
	const names = LOOPBACK_NAMES.includes(url.hostname) ? LOOPBACK_NAMES : [url.hostname];
	const origins = names.map((name) => {
		const other = new URL(url);
		other.hostname = name;
		return other;
	});
	// A Host header may name the default port, which URL leaves out.
	const defaultPort = url.protocol === "https:" ? "443" : "80";
	const hosts = origins.flatMap(({ host, hostname, port }) =>
		port === "" ? [host, `${hostname}:${defaultPort}`] : [host],
	);
	return {
		publicUrl: url.origin,
		isKnownHost: (host) => hosts.includes(host.toLowerCase()),
		isKnownOrigin: (origin) => origins.some((known) => known.origin === origin),
		isGuestOrigin: (origin) => guests.includes(origin),
	};
}
