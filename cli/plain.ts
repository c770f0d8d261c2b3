/** Text from hosts and people is untrusted: a terminal acts on control characters. */
export const plain = (text: string): string => text.replace(/\p{C}/gu, "\uFFFD");
