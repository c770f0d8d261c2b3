/** The same bytes as a Buffer, which from another thread they no longer are (structured clone). */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
	Buffer.from(buffer, byteOffset, byteLength);
