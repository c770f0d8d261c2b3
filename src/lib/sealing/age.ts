import { Encrypter } from "age-encryption";

type Bytes = Uint8Array<ArrayBuffer>;

/** Encrypts to an age recipient: an age v1 file. */
export async function encryptTo(recipient: string, bytes: Bytes): Promise<Bytes> {
	const encrypter = new Encrypter();
	encrypter.addRecipient(recipient);
	return (await encrypter.encrypt(bytes)) as Bytes;
}
