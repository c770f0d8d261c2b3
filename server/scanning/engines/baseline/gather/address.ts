import type { Endpoint } from "../../shared/evidence.ts";

/** `host:port` for people, with brackets around IPv6. */
export function hostPort(host: string, port: number): string {
	return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The address of `path` on an endpoint; the scheme's default port is left out, as browsers do. */
export function urlOf({ scheme, host, port }: Pick<Endpoint, "scheme" | "host" | "port">, path = "/"): string {
	const usual = port === (scheme === "https" ? 443 : 80);
	return `${scheme}://${usual ? hostPort(host, port).replace(/:\d+$/, "") : hostPort(host, port)}${path}`;
}
