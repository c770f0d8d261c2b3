/** The same bytes as a Buffer: from another thread they arrive as a plain Uint8Array (structured clone). */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
	Buffer.from(buffer, byteOffset, byteLength);
