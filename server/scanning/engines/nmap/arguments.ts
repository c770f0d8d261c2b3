import type { CheckedAddress } from "#server/platform/outgoing/target.ts";
import { isPlainAddress } from "../shared/process/is-plain-address.ts";

export type NmapPhase = { ports: readonly number[]; hostTimeoutMs: number; versions: boolean };

/** Full connections only (-sT): the scan needs no privileges and uses none. */
const COMMON = ["-n", "-Pn", "-sT", "--unprivileged", "-T3", "--max-retries", "2", "--max-rate", "100"];
const OUTPUT = ["-v", "--stats-every", "2s", "-oX", "-"];
/** Nmap's quicker probes: every service that greets or speaks HTTP is named, in a third of the default time. */
const VERSION_INTENSITY = "2";

/** Nmap's argument array. The target is the checked address, never what was typed, and comes after `--`. */
export function nmapArguments(at: CheckedAddress, { ports, hostTimeoutMs, versions }: NmapPhase): string[] {
	if (!isPlainAddress(at)) throw new Error(`Not an address: ${at.address}`);
	if (ports.length === 0 || !ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536))
		throw new Error("Nmap wants a list of ports");
	return [
		...COMMON,
		...(versions ? ["-sV", "--version-intensity", VERSION_INTENSITY] : []),
		"--host-timeout",
		`${hostTimeoutMs}ms`,
		...OUTPUT,
		"-p",
		ports.join(","),
		...(at.family === 6 ? ["-6"] : []),
		"--",
		at.address,
	];
}
