import type { AddressLook } from "#contract/findings/addresses-looked-at.ts";
import type { CheckedTarget } from "#server/platform/outgoing/target.ts";

/** What a tool that looks at the first address alone looked at, on these ports (0: all). */
export const lookAtFirst = (
	{ target: { host }, addresses: [first, ...others], others: beyond = [] }: CheckedTarget,
	ports: readonly number[],
): AddressLook[] =>
	ports.flatMap((port): AddressLook[] => [
		{ host, port, address: first.address, looked: "all" },
		...[...others.map(({ address }) => address), ...beyond].map(
			(address): AddressLook => ({ host, port, address, looked: "none", reason: "this tool looks at one address" }),
		),
	]);
