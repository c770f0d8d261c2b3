/** The sign-in page that leads back to `path`. */
export const loginPath = (path: string): string => `/auth/login?next=${encodeURIComponent(path)}`;
