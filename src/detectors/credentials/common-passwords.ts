/**
 * Passwords at the top of every published ranking of leaked ones: the yearly lists of password managers, the lists
 * of national cyber security centres, and those of security tools. A few hundred stop the simplest attacks; import
 * a breach list for the rest.
 */
export const commonPasswords: readonly string[] = `
123456 123456789 12345678 12345 1234567 1234567890 1234 111111 123123 000000 654321 666666 121212
112233 11111111 1111 0000 00000000 222222 333333 444444 555555 777777 7777777 888888 88888888 999999
987654321 0987654321 9876543210 123321 12341234 1234321 123454321 1234554321 123654 123654789 147258
147258369 147852 147852369 159357 159753 159951 258456 789456 789456123 456789 456123 101010 102030
10203 11223344 1122334455 123123123 12344321 12345679 12345687 1234512345 123456123456 135790 13579
131313 232323 252525 212121 246810 696969 69696969 101112 12121212 11112222 22222222 1q2w3e 1q2w3e4r
1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz!QAZ 1qaz@WSX 1Q2W3E4R qaz123 qazwsx
qazwsxedc qazxsw 2wsx3edc zaq12wsx zaq1zaq1 zaq1xsw2 !QAZ2wsx q1w2e3 q1w2e3r4 q1w2e3r4t5 qwe123
qwe123456 qweasd qweasdzxc qweqwe qwer1234 qwer123456 qwerasdf qwert qwert1 qwert123 qwert12345 qwerty
Qwerty QWERTY qwerty1 Qwerty1 qwerty12 qwerty123 Qwerty123 qwerty1234 qwerty12345 qwerty123456
qwertyui qwertyuiop qwertyu qwerty7 qwerty321 asd123 asdasd asdasd123 asdf asdf1234 asdfasdf asdfgh
asdfghj asdfghjk asdfghjkl asdf123 zxc123 zxcvb zxcvbn zxcvbnm Zxcvbnm zxczxc poiuytrewq mnbvcxz
lkjhgfdsa azerty azerty123 azertyuiop password Password PASSWORD password1 Password1 password2
password12 password123 Password123 password1234 Password1234 password12345 password123456 password!
Password! password1! Password1! password@123 Password@123 Password123! passw0rd Passw0rd p@ssword
P@ssword p@ssw0rd P@ssw0rd P@ssw0rd1 P@ssw0rd123 P@55w0rd pa55word pa55w0rd pass pass1 pass12 pass123
Pass123 Pass@123 pass1234 pass12345 passpass passwd passwort Passwort passwort1 senha senha123 admin
Admin ADMIN admin1 admin12 admin123 Admin123 admin1234 Admin1234 admin12345 admin123456 admin@123
Admin@123 Admin123! adminadmin administrator root root123 toor user user123 test test1 test12 test123
Test123 test1234 test12345 testing testtest tester guest guest123 demo default changeme changeme123
Changeme1 letmein letmein1 letmein123 Letmein1 login welcome Welcome welcome1 Welcome1 welcome123
Welcome123 Welcome1! welcome@123 secret secret1 secret123 master master1 access access14 system
temp temp123 temppass hello hello1 hello123 hello1234 hello12345 iloveyou iloveyou1 iloveyou2
iloveyou123 Iloveyou1 iloveu ilovegod loveme loveyou love lovely lover love123 love1234 forever
friends friend family freedom fuckyou fuckyou1 fuckme asshole bitch whatever nothing trustno1
abc abc123 Abc123 ABC123 abc1234 abc12345 Abc12345 abc123456 Abc123456 abcd1234 Abcd1234 abcd123
abcdef abcdefg abcdefgh abcdefg1 abcabc a123456 a12345 a1234567 a12345678 a123456789 A123456 a1b2c3
a1b2c3d4 a1s2d3f4 aa123456 Aa123456 Aa123456. Aa@123456 aaa111 aaaaaa aaaaaaaa aaaaaa1 aaaa1111
123456a 12345a 1234567a 12345678a 123456789a 123456789A 123456q 123456qwerty 123456abc 12345qwert
123abc 123qwe 123qweasd 123qweasdzxc 123qwe123 123qweASD 1234qwer 12qwaszx 12345q 123asd 321321
5201314 woaini woaini1314 asdf12345 aaa123 qq123456 wang1234 xiaoming 1314520 520520 147896325
monkey monkey1 dragon dragon1 Dragon football Football football1 baseball baseball1 basketball soccer
soccer1 hockey superman superman1 batman batman1 spiderman pokemon pokemon1 pikachu naruto starwars
starwars1 matrix shadow shadow1 sunshine sunshine1 Sunshine1 princess princess1 Princess1 angel angel1
angels butterfly flower flowers cookie chocolate cheese banana orange apple summer summer1 Summer2023
Summer2024 Summer2025 winter Winter2023 Winter2024 Winter2025 spring autumn monday friday january
december michael michael1 michelle jordan jordan23 jennifer jessica jessica1 ashley ashley1 amanda
andrew anthony anthony1 daniel daniel1 david danielle charlie charlie1 thomas thomas1 robert richard
joshua matthew william nicole nicole1 hannah george harley hunter hunter1 hunter2 buster tigger
tiger ginger maggie pepper killer killer1 ranger mustang ferrari mercedes porsche corvette yamaha
liverpool liverpool1 arsenal chelsea chelsea1 barcelona juventus manchester samsung google google123
facebook linkedin youtube internet computer computer1 minecraft minecraft1 fortnite roblox playstation
mynoob myspace1 purple silver golden diamond crystal peanut junior jesus jesus1 jesuschrist blessed
heaven lucky lucky7 merlin phoenix eagles eagle1 yankees lakers cowboys cowboys1 steelers packers
snoopy mickey donald winnie garfield scooby bailey jackson jasmine justin brandon melissa samantha
sophie stephanie victoria vanessa patrick maverick thunder slipknot metallica nirvana blink182 eminem
babygirl babygirl1 baby123 sweety honey precious marina maria natasha nikita gfhjkm marseille doudou
loulou soleil bonjour chouchou motdepasse jetaime schatz hallo hallo123 ficken lol123 schalke04 sommer
contraseña teamo tequiero estrella mexico brasil flamengo parola ciaociao andrea francesco alessandro
juventus1 polska polska1 zaq12 samsung1 bismillah sayang indonesia pakistan india123 India@123 krishna
sairam omsairam sweetheart 1g2w3e4r gwerty123 gwerty zag12wsx 3rjs1la7qe g_czechout admintelecom
UNKNOWN unknown theworldinyourhand ubnt raspberry alpine calvin cisco oracle postgres mysql
vagrant tomcat jenkins zabbix s3cret P@$$w0rd pa$$word qwerty! qwerty@123 Qwerty@123 Test@123
`
  .trim()
  .split(/\s+/);
