import type { CheckedTarget } from "#server/platform/outgoing/target.ts";

/** The one origin that a tool for web applications checks: `http` only if port 80 is requested, or nothing offers `https`. */
export function originOf({ target, ports }: CheckedTarget): { origin: string; host: string; port: number } {
	const { host, ipVersion } = target;
	if (!/^[a-z0-9._:-]+$/.test(host) || host.startsWith("-")) throw new Error("Not a checked target");
	const [first] = ports;
	const port = target.port ?? (target.scheme === "http" && ports.includes(80) ? 80 : first);
	const scheme = target.scheme ?? (port === 443 ? "https" : "http");
	// A default port is left out: otherwise ZAP would not recognize its own context.
	const usual = port === (scheme === "https" ? 443 : 80);
	return { origin: `${scheme}://${ipVersion === 6 ? `[${host}]` : host}${usual ? "" : `:${port}`}`, host, port };
}
