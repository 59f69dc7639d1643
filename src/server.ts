export const version = 'x'
