type Encodable = number | string | Buffer | Map<number | string, Encodable>;

/** The start of an item: its major type and its number (RFC 8949, 3). */
function head(major: number, value: number): Buffer {
	if (value < 24) return Buffer.from([(major << 5) | value]);
	if (value < 0x100) return Buffer.from([(major << 5) | 24, value]);
	return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}

/** As much of CBOR as an authenticator needs. */
export function encodeCbor(value: Encodable): Buffer {
	if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
	if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
	if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
	const pairs = [...value].flatMap(([key, one]) => [encodeCbor(key), encodeCbor(one)]);
	return Buffer.concat([head(5, value.size), ...pairs]);
}
