import { generateKeyPairSync, sign } from "node:crypto";

/** Tags of the few ASN.1 types that a certificate consists of (X.690). */
const TAG = {
	integer: 0x02,
	bitString: 0x03,
	octetString: 0x04,
	oid: 0x06,
	utf8: 0x0c,
	sequence: 0x30,
	set: 0x31,
	utcTime: 0x17,
};
const SHA1_WITH_RSA = "2a864886f70d010105";
const COMMON_NAME = "550403";
const SUBJECT_ALT_NAME = "551d11";
const NAME = "wrong-host.practice.invalid";

/**
 * Creates a certificate with everything wrong with it, new at every start so that there is no key in the repository: self-signed,
 * expired, for another host, with a 1024-bit key and a SHA-1 signature. Certificate libraries refuse to create such a thing.
 */
export function createBadCertificate(): { key: string; cert: string } {
	const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
	const algorithm = sequence(oid(SHA1_WITH_RSA), der(0x05, Buffer.alloc(0)));
	const name = sequence(der(TAG.set, sequence(oid(COMMON_NAME), der(TAG.utf8, Buffer.from(NAME)))));
	const otherName = sequence(der(0x82, Buffer.from(NAME)));

	const certificate = sequence(
		der(0xa0, integer(2)),
		integer(1),
		algorithm,
		name,
		sequence(der(TAG.utcTime, Buffer.from("190101000000Z")), der(TAG.utcTime, Buffer.from("200101000000Z"))),
		name,
		publicKey.export({ type: "spki", format: "der" }),
		der(0xa3, sequence(sequence(oid(SUBJECT_ALT_NAME), der(TAG.octetString, otherName)))),
	);
	const signature = sign("sha1", certificate, privateKey);
	const signed = sequence(certificate, algorithm, der(TAG.bitString, Buffer.concat([Buffer.of(0), signature])));
	return {
		key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
		cert: `-----BEGIN CERTIFICATE-----\n${signed.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
	};
}

function der(tag: number, content: Buffer): Buffer {
	const { length } = content;
	const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.of(tag, ...size), content]);
}

function sequence(...parts: Buffer[]): Buffer {
	return der(TAG.sequence, Buffer.concat(parts));
}

function integer(value: number): Buffer {
	return der(TAG.integer, Buffer.of(value));
}

function oid(hex: string): Buffer {
	return der(TAG.oid, Buffer.from(hex, "hex"));
}
