import { indexTerms } from '@citewell/core/text/words.ts';

/** Names of countries, regions, cities and peoples, in either language: where a study was done, not its subject. */
const places = `Accra|Addis Ababa|Almaty|Belgrade|Bogota|Busan|Harare|Havana|Ho Chi Minh City|Kyiv|Lusaka|Minsk|Pyongyang|Sofia|Tashkent|Ulaanbaatar|Zagreb|明斯克|基辅|华沙|布拉格|布达佩斯|布加勒斯特|索非亚|贝尔格莱德|萨格勒布|雅典|罗马|米兰|马德里|巴塞罗那|里斯本|布鲁塞尔|阿姆斯特丹|鹿特丹|哥本哈根|斯德哥尔摩|奥斯陆|赫尔辛基|维也纳|苏黎世|日内瓦|慕尼黑|汉堡|都柏林|爱丁堡|格拉斯哥|曼彻斯特|利物浦|伯明翰|波士顿|芝加哥|旧金山|洛杉矶|西雅图|费城|休斯敦|底特律|巴尔的摩|多伦多|温哥华|蒙特利尔|渥太华|墨西哥城|哈瓦那|圣地亚哥|利马|波哥大|圣保罗|里约热内卢|布宜诺斯艾利斯|悉尼|墨尔本|奥克兰|大阪|京都|釜山|曼谷|河内|胡志明市|雅加达|马尼拉|新德里|德里|孟买|加尔各答|达卡|卡拉奇|加德满都|德黑兰|巴格达|安卡拉|伊斯坦布尔|特拉维夫|耶路撒冷|利雅得|迪拜|开罗|内罗毕|坎帕拉|拉各斯|金沙萨|约翰内斯堡|开普敦|达喀尔|阿克拉|亚的斯亚贝巴|哈拉雷|卢萨卡|塔什干|阿拉木图|乌兰巴托|平壤|夏威夷|加利福尼亚|加州|得克萨斯|德克萨斯|佛罗里达|阿拉斯加|魁北克|西伯利亚|撒丁岛|西西里|冲绳|北海道
Ceylon|Holland|Persia|Siam|Zaire
Afghanistan|Afghan|Afghans|Africa|African|Africans|Sub-Saharan Africa|sub-Saharan|Albania|Albanian|Algeria|Algerian|America|American|Americans|Latin America|North America|South America|African American|African Americans|Angola|Antarctica|Argentina|Argentinian|Armenia|Armenian|Asia|Asian|Asians|South Asian|South Asians|Southeast Asia|Australia|Australian|Australians|Austria|Austrian|Azerbaijan
Bahamas|Bahrain|Balkans|Bangladesh|Bangladeshi|Barbados|Belarus|Belgium|Belgian|Belize|Benin|Bhutan|Bolivia|Bolivian|Bosnia|Bosnian|Botswana|Brazil|Brazilian|Brazilians|Britain|British|Great Britain|Brunei|Bulgaria|Bulgarian|Burkina Faso|Burma|Burmese|Burundi|Cambodia|Cambodian|Cameroon|Cameroonian|Canada|Canadian|Canadians|Caribbean|Chad|Chile|Chilean|China|Chinese|Colombia|Colombian|Congo|Congolese|Costa Rica|Croatia|Croatian|Cuba|Cuban|Cyprus|Czech|Czechia|Czech Republic
Denmark|Danish|Dominican Republic|Dutch|Ecuador|Ecuadorian|Egypt|Egyptian|Egyptians|El Salvador|England|English|Eritrea|Estonia|Estonian|Ethiopia|Ethiopian|Europe|European|Europeans|European Union|Faroe Islands|Fiji|Finland|Finnish|Finns|France|French|Gabon|Gambia|Gambian|Gaza|Georgia|German|Germans|Germany|Ghana|Ghanaian|Greece|Greek|Greeks|Greenland|Guatemala|Guatemalan|Guinea|Guinea-Bissau|Guyana|Haiti|Haitian|Honduras|Hungary|Hungarian|Iceland|Icelandic|India|Indian|Indians|Indonesia|Indonesian|Iran|Iranian|Iranians|Iraq|Iraqi|Ireland|Irish|Israel|Israeli|Israelis|Italy|Italian|Italians|Ivory Coast
Jamaica|Jamaican|Japan|Japanese|Jordan|Jordanian|Kazakhstan|Kazakh|Kenya|Kenyan|Kenyans|Korea|Korean|Koreans|South Korea|North Korea|Kosovo|Kurdistan|Kurdish|Kuwait|Kuwaiti|Kyrgyzstan|Laos|Laotian|Latvia|Latvian|Lebanon|Lebanese|Lesotho|Liberia|Liberian|Libya|Libyan|Lithuania|Lithuanian|Luxembourg|Macedonia|Madagascar|Malawi|Malawian|Malaysia|Malaysian|Maldives|Mali|Malta|Mauritania|Mauritius|Mexico|Mexican|Mexicans|Middle East|Middle Eastern|Moldova|Mongolia|Mongolian|Montenegro|Morocco|Moroccan|Mozambique|Myanmar|Namibia|Namibian|Nepal|Nepalese|Nepali|Netherlands|New Zealand|Nicaragua|Niger|Nigeria|Nigerian|Nigerians|Nordic|Norway|Norwegian|Norwegians|Oman|Omani
Pakistan|Pakistani|Pakistanis|Palestine|Palestinian|Panama|Papua New Guinea|Paraguay|Peru|Peruvian|Philippines|Filipino|Filipinos|Poland|Polish|Portugal|Portuguese|Puerto Rico|Puerto Rican|Qatar|Qatari|Romania|Romanian|Russia|Russian|Russians|Rwanda|Rwandan|Samoa|Samoan|Saudi|Saudi Arabia|Scandinavia|Scandinavian|Scotland|Scottish|Senegal|Senegalese|Serbia|Serbian|Sierra Leone|Singapore|Singaporean|Slovakia|Slovak|Slovenia|Slovenian|Somalia|Somali|South Africa|South African|South Sudan|Soviet Union|Spain|Spanish|Sri Lanka|Sri Lankan|Sudan|Sudanese|Suriname|Swaziland|Eswatini|Sweden|Swedish|Swedes|Swiss|Switzerland|Syria|Syrian|Syrians|Taiwan|Taiwanese|Tajikistan|Tanzania|Tanzanian|Thailand|Thai|Thais|Tibet|Tibetan|Tibetans|Timor-Leste|Togo|Tonga|Trinidad|Tunisia|Tunisian|Turkey|Turkish|Turkmenistan|Uganda|Ugandan|Ukraine|Ukrainian|Ukrainians|UK|United Kingdom|US|USA|United States|United Arab Emirates|Emirates|Uruguay|Uzbekistan|Vanuatu|Venezuela|Venezuelan|Vietnam|Vietnamese|Wales|Welsh|West Bank|Yemen|Yemeni|Zambia|Zambian|Zimbabwe|Zimbabwean|Zanzibar
Alaska|Alabama|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Hawaii|Hawaiian|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New England|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|West Virginia|Wisconsin|Wyoming|Ontario|Quebec|Alberta|Manitoba|Saskatchewan|Newfoundland|New Brunswick|British Columbia|Nova Scotia|Catalonia|Andalusia|Bavaria|Sardinia|Sicily|Lombardy|Tuscany|Punjab|Punjabi|Kerala|Tamil Nadu|Bengal|Bengali|Gujarat|Kashmir|Queensland|New South Wales|Tasmania|Okinawa|Hokkaido|Patagonia|Amazon|Himalaya|Siberia|Northern Ireland|Crete|Corsica
Amsterdam|Ankara|Athens|Atlanta|Auckland|Baghdad|Baltimore|Bangkok|Barcelona|Beijing|Belfast|Berlin|Birmingham|Boston|Brisbane|Bristol|Brussels|Bucharest|Budapest|Buenos Aires|Cairo|Calcutta|Kolkata|Cape Town|Chicago|Cologne|Copenhagen|Dakar|Dallas|Delhi|New Delhi|Detroit|Dhaka|Dubai|Dublin|Edinburgh|Geneva|Glasgow|Gothenburg|Guangzhou|Hamburg|Hanoi|Helsinki|Hong Kong|Houston|Istanbul|Jakarta|Jerusalem|Johannesburg|Kampala|Karachi|Kathmandu|Kinshasa|Kyoto|Lagos|Lahore|Leeds|Lima|Lisbon|Liverpool|London|Los Angeles|Lyon|Macau|Madrid|Manchester|Manila|Marseille|Melbourne|Mexico City|Miami|Milan|Montreal|Moscow|Mumbai|Bombay|Munich|Nairobi|Naples|New Orleans|Newcastle|Osaka|Oslo|Ottawa|Oxford|Paris|Philadelphia|Porto|Prague|Pretoria|Reykjavik|Rio de Janeiro|Riyadh|Rome|Rotterdam|San Francisco|Santiago|Sao Paulo|Seattle|Seoul|Shanghai|Sheffield|Shenzhen|Stockholm|Sydney|Taipei|Tehran|Tel Aviv|Tokyo|Toronto|Vancouver|Vienna|Warsaw|Washington|Wuhan|York|Zurich
Aboriginal|Aborigines|Arab|Arabs|Ashkenazi|Caucasian|Caucasians|Han Chinese|Hispanic|Hispanics|Indigenous|Inuit|Jewish|Jews|Latino|Latinos|Maori|Native American|Native Americans|Roma people|Sami|Torres Strait Islander|Uyghur|Bedouin|Muslim|Muslims|Hutterites|Amish
阿富汗|非洲|撒哈拉以南|阿尔巴尼亚|阿尔及利亚|美洲|拉丁美洲|拉美|北美|南美|安哥拉|阿根廷|亚美尼亚|亚洲|东南亚|南亚|澳大利亚|澳洲|奥地利|阿塞拜疆|巴林|孟加拉国|孟加拉|白俄罗斯|比利时|贝宁|不丹|玻利维亚|波黑|博茨瓦纳|巴西|英国|文莱|保加利亚|布基纳法索|缅甸|布隆迪|柬埔寨|喀麦隆|加拿大|加勒比|乍得|智利|中国|中国人|哥伦比亚|刚果|哥斯达黎加|克罗地亚|古巴|塞浦路斯|捷克|丹麦|多米尼加|厄瓜多尔|埃及|萨尔瓦多|英格兰|厄立特里亚|爱沙尼亚|埃塞俄比亚|欧洲|欧盟|斐济|芬兰|法国|加蓬|冈比亚|格鲁吉亚|德国|加纳|希腊|格陵兰|危地马拉|几内亚|圭亚那|海地|洪都拉斯|匈牙利|冰岛|印度|印度尼西亚|印尼|伊朗|伊拉克|爱尔兰|以色列|意大利|科特迪瓦|牙买加|日本|日本人|约旦|哈萨克斯坦|肯尼亚|韩国|朝鲜|科威特|吉尔吉斯斯坦|老挝|拉脱维亚|黎巴嫩|莱索托|利比里亚|利比亚|立陶宛|卢森堡|马其顿|马达加斯加|马拉维|马来西亚|马尔代夫|马里|马耳他|毛里求斯|墨西哥|中东|摩尔多瓦|蒙古|摩洛哥|莫桑比克|纳米比亚|尼泊尔|荷兰|新西兰|尼加拉瓜|尼日尔|尼日利亚|北欧|挪威|阿曼|巴基斯坦|巴勒斯坦|巴拿马|巴布亚新几内亚|巴拉圭|秘鲁|菲律宾|波兰|葡萄牙|波多黎各|卡塔尔|罗马尼亚|俄罗斯|卢旺达|沙特|沙特阿拉伯|苏格兰|塞内加尔|塞尔维亚|塞拉利昂|新加坡|斯洛伐克|斯洛文尼亚|索马里|南非|苏丹|西班牙|斯里兰卡|瑞典|瑞士|叙利亚|台湾|塔吉克斯坦|坦桑尼亚|泰国|多哥|突尼斯|土耳其|土库曼斯坦|乌干达|乌克兰|阿联酋|乌拉圭|乌兹别克斯坦|委内瑞拉|越南|威尔士|也门|赞比亚|津巴布韦|美国|美国人
北京|上海|天津|重庆|广东|广州|深圳|浙江|杭州|江苏|南京|苏州|山东|济南|青岛|河南|郑州|河北|湖北|武汉|湖南|长沙|四川|成都|福建|福州|厦门|安徽|合肥|江西|南昌|广西|南宁|云南|昆明|贵州|贵阳|山西|太原|陕西|西安|甘肃|兰州|青海|西宁|宁夏|银川|新疆|乌鲁木齐|西藏|拉萨|内蒙古|黑龙江|哈尔滨|吉林|长春|辽宁|沈阳|大连|海南|海口|香港|澳门|台北|东北地区|长三角|珠三角|伦敦|巴黎|纽约|东京|首尔|柏林|莫斯科|汉族|藏族|维吾尔族|蒙古族|回族|壮族|彝族|苗族|哈萨克族|朝鲜族|少数民族|犹太人|阿拉伯人|白种人|黄种人|高加索人|拉丁裔|亚裔|华人|华裔|非裔|欧洲人|亚洲人|非洲人`;

let keys: ReadonlySet<string> | undefined;

/** Returns true if a term is only the name of a place or people. The same letters in lower case are not: "turkey". */
export function isPlace(term: string): boolean {
  keys ??= new Set([...places.split(/[|\n]/), ...countries()].map(keyOf));
  // As people type: "bangladesh". Names that are also words need their capital.
  const isName = startsAsName.test(term) || (term.length > lowerMin && !alsoWords.test(term));
  return isName && keys.has(keyOf(term));
}

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));

/** Returns the names of every country and territory in both languages. */
function countries(): string[] {
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return ['en', 'zh'].flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    return codes.flatMap((code) => names.of(code) ?? []);
  });
}

const startsAsName = /^[\p{Lu}\p{Script=Han}]/u;
const lowerMin = 4;

const alsoWords =
  /^(?:turkey|china|polish|jordan|chile|guinea|indian|swede|swedes|swiss|french|dutch|danish|amazon|benin|porto|reading|chad|indigenous|lima|roma|wales|oxford|rome|maine|jersey|reunion|delaware)$/;

function keyOf(term: string): string {
  return indexTerms(term).join(' ') || term;
}
