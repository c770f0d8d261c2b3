/** Timings the specification fixes (section 9), in milliseconds. */
export const timings = {
	landingScanToast: 8000,
	toast: 5000,
} as const;
