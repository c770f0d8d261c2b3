/** How much is read of one thing that a stranger sends, in characters. The rest is cut off before anything looks at it. */
export const LONGEST_HEADER = 1_024;
export const LONGEST_ADDRESS = 2_048;
/** A content policy: large sites have long ones, and one that was cut would let through what the rest forbids. */
export const LONGEST_POLICY = 16_384;

/** An address without its query, in which values can be anybody's secrets. */
export function withoutQuery(address: string): string {
	const at = address.indexOf("?");
	return at === -1 ? address : `${address.slice(0, at)}?…`;
}
