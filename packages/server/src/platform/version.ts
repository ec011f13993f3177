import packageJson from '../../package.json' with { type: 'json' };

export const productName = 'Citewell';
export const version: string = packageJson.version;
